"""The closed sets of names that data and rules share: type checker and loader catch a misspelt one."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

TeamId: TypeAlias = Literal["aod", "plm", "kom", "dkk"]

Archetype: TypeAlias = Literal["security", "seek_and_destroy", "infiltration"]

RuleName: TypeAlias = Literal[
    "accurate", "balanced", "blast", "brutal", "ceaseless", "detonate", "devastating", "explosive",
    "heavy", "hot", "lethal", "limited", "piercing", "piercing_crits", "poison",
    "psychic", "punishing", "range", "relentless", "rending", "saturate", "seek", "seek_light",
    "severe", "shock", "silent", "stun", "torrent", "toxic",
    "first_shoot",
]  # fmt: skip

HeavyKind: TypeAlias = Literal["full", "dash", "reposition"]
"""Which move action a Heavy weapon allows: none, or that one only (KILLTEAM-C.WR.HEAVY)."""

AbilityId: TypeAlias = Literal[
    # Angels of Death
    "astartes", "chapter_tactics", "chapter_veteran", "heroic_leader", "iron_halo",
    "doctrine_assault", "doctrine_devastator", "grenadier", "camo_cloak", "optics",
    # Plague Marines
    "plague_astartes", "poison_tokens", "disgustingly_resilient", "grandfathers_blessing",
    "plague_grenadier", "flail", "icon_bearer", "icon_of_contagion", "repulsive_fortitude",
    "poisonous_miasma", "putrescent_vitality",
    # Kommandos
    "throat_slittas", "two_fights", "get_it_dun", "listen_in", "i_got_a_plan", "taktical_wot_notz",
    "breach", "dakka_dash", "dat_all_you_got", "sneaky_zogger", "grappling_hook", "explosive_rider",
    "boom", "stoopid", "expendable",
    # Death Korps
    "guardsman_orders", "adaptive_orders", "bring_it_down", "second_in_command", "directive",
    "group_activation", "bruiser", "seasoned", "bionics", "unshaken_faith", "zeal", "medic",
    "medikit", "remote_mine", "detonate", "spot", "signal", "relay",
]  # fmt: skip

PloyId: TypeAlias = Literal[
    "command_reroll",
    # Angels of Death
    "combat_doctrine", "know_no_fear", "adaptive_tactics", "indomitus", "adjust_doctrine",
    "transhuman_physiology", "shock_assault", "wrath_of_vengeance",
    # Plague Marines
    "contagion", "lumbering_death", "cloud_of_flies", "nurglings", "virulent_poison",
    "poisonous_demise", "sickening_resilience", "curse_of_rot",
    # Kommandos
    "dakka", "waaagh", "skulk_about", "ssssh", "just_a_scratch", "kunnin_but_brutal", "krump_em",
    "shake_it_off",
    # Death Korps
    "siege_warfare", "take_cover", "clear_the_line", "regroup", "inspirational_leadership",
    "combined_arms", "in_life_shame", "in_death_atonement",
]  # fmt: skip

EquipmentId: TypeAlias = Literal[
    "light_barricades", "heavy_barricade", "razor_wire", "ladders", "ammo_cache", "comms_device",
    "mines", "utility_grenades", "explosive_grenades",
    # Angels of Death
    "purity_seals", "chapter_reliquaries", "tilting_shields", "auspex",
    # Plague Marines
    "plague_bells", "blight_grenades", "plague_rounds", "poison_vents",
    # Kommandos
    "choppas", "dynamite", "harpoon", "collapsible_stocks",
    # Death Korps
    "chronometer", "comm_beads", "hand_axes", "gas_bombardment",
]  # fmt: skip

TacticId: TypeAlias = Literal[
    "aggressive", "dueller", "resolute", "stealthy", "mobile", "hardy", "sharpshooter", "siege_specialist"
]
"""Chapter Tactics (KILLTEAM-C.AOD.2)."""

OrderId: TypeAlias = Literal["take_aim", "fix_bayonets", "dig_in", "move_move_move"]
"""Guardsman Orders (KILLTEAM-C.DKK.1)."""

CritOpId: TypeAlias = Literal["O1", "O2", "O3", "O4", "O5", "O6", "O7", "O8", "O9"]

TacOpId: TypeAlias = Literal[
    "plant_banner", "martyrs", "envoy", "sweep_and_clear", "rout", "dominate", "track_enemy",
    "plant_devices", "steal_intelligence",
]  # fmt: skip

MissionActionId: TypeAlias = Literal[
    "secure", "loot", "initiate", "move_orb", "download", "compile", "send", "reboot",
    "plant_banner", "clear", "plant_device", "ammo_resupply",
]  # fmt: skip
"""Actions that only a scenario or a piece of equipment offers (KILLTEAM-C.ACT.9)."""

ScenarioId: TypeAlias = Literal["L1", "L2"]
"""Scenarios of the lite game (KILLTEAM-C.OPS.1)."""

MoveId: TypeAlias = Literal["reposition", "dash", "fall_back", "charge"]
"""The actions that move along a way (KILLTEAM-C.ACT.1 to KILLTEAM-C.ACT.4)."""

MapId: TypeAlias = Literal["a", "b", "c"]

MapRule: TypeAlias = Literal["confined_blast", "defenders_first", "door_fight"]
"""Extra rules of a map (KILLTEAM-C.MAP)."""

PresetId: TypeAlias = Literal["lite", "standard", "core"]

TEAMS: tuple[TeamId, ...] = get_args(TeamId)
RULE_NAMES: tuple[RuleName, ...] = get_args(RuleName)
ABILITIES: tuple[AbilityId, ...] = get_args(AbilityId)
PLOYS: tuple[PloyId, ...] = get_args(PloyId)
EQUIPMENT: tuple[EquipmentId, ...] = get_args(EquipmentId)
TACTICS: tuple[TacticId, ...] = get_args(TacticId)
ORDERS: tuple[OrderId, ...] = get_args(OrderId)
CRIT_OPS: tuple[CritOpId, ...] = get_args(CritOpId)
TAC_OPS: tuple[TacOpId, ...] = get_args(TacOpId)
MISSION_ACTIONS: tuple[MissionActionId, ...] = get_args(MissionActionId)
MAP_RULES: tuple[MapRule, ...] = get_args(MapRule)
