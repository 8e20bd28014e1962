// Made by scripts/make_types.py from the Structs of the protocol. Not to be edited.

export interface Zone {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly kind: string;
  readonly surface: string;
}

export interface Edge {
  readonly name: string;
  readonly a: number;
  readonly b: number;
}

export interface Block {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  readonly low: number;
  readonly high: number;
  readonly kind: string;
  readonly name: string;
}

export interface Area {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  readonly name: string;
  readonly seat: number | null;
}

export interface ZoneBoard {
  readonly type: "zones";
  readonly title: string;
  readonly zones: readonly (Zone)[];
  readonly edges: readonly (Edge)[];
  readonly areas: readonly (readonly [string, readonly (number)[]])[];
}

export interface PlaneBoard {
  readonly type: "plane";
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly unit: number;
  readonly blocks: readonly (Block)[];
  readonly areas: readonly (Area)[];
}

export interface Badge {
  readonly sign: string;
  readonly text: string;
  readonly tone: "" | "good" | "bad";
}

export interface Piece {
  readonly id: string;
  readonly seat: number;
  readonly name: string;
  readonly sprite: string;
  readonly size: number;
  readonly zone: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly wounds: number;
  readonly most: number;
  readonly token: boolean;
  readonly active: boolean;
  readonly done: boolean;
  readonly badges: readonly (Badge)[];
}

export interface Marker {
  readonly id: string;
  readonly kind: string;
  readonly text: string;
  readonly zone: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly r: number;
  readonly area: number;
  readonly count: number;
  readonly seat: number | null;
}

export interface Card {
  readonly id: string;
  readonly name: string;
  readonly text: string;
}

export interface Line {
  readonly label: string;
  readonly text: string;
  readonly marks: readonly (string)[];
}

export interface SeatState {
  readonly name: string;
  readonly title: string;
  readonly score: number | null;
  readonly cards: number;
  readonly lines: readonly (Line)[];
}

export interface Table {
  readonly turn: string;
  readonly lines: readonly (Line)[];
  readonly seats: readonly (SeatState)[];
  readonly pieces: readonly (Piece)[];
  readonly markers: readonly (Marker)[];
  readonly hand: readonly (Card)[];
  readonly closed: readonly (number)[];
  readonly gone: readonly (number)[];
  readonly surfaces: readonly (string)[];
  readonly ongoing: readonly (Line)[];
}

export interface Option {
  readonly action: string;
  readonly text: string;
  readonly group: string;
  readonly actor: string;
  readonly target: string;
  readonly zone: number;
  readonly edge: number;
  readonly path: readonly (readonly [number, number, number])[];
  readonly note: string;
  readonly routine: boolean;
}

export interface Fact {
  readonly label: string;
  readonly text: string;
}

export interface Profile {
  readonly id: string;
  readonly title: string;
  readonly facts: readonly (Fact)[];
  readonly lines: readonly (Line)[];
}

export interface Region {
  readonly z: number;
  readonly rings: readonly (readonly (readonly [number, number])[])[];
}

export interface Reach {
  readonly text: string;
  readonly clause: string;
  readonly regions: readonly (Region)[];
}

export interface Choice {
  readonly id: string;
  readonly text: string;
  readonly note: string;
}

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly choices: readonly (Choice)[];
  readonly value: string;
}

export interface Chair {
  readonly name: string;
  readonly title: string;
  readonly automatic: boolean;
}

export interface Form {
  readonly fields: readonly (Field)[];
  readonly seats: readonly (Chair)[];
  readonly options: Record<string, unknown>;
  readonly note: string;
}

export interface Hello {
  readonly type: "hello";
  readonly match: string;
  readonly key: string;
}

export interface Ready {
  readonly type: "ready";
  readonly seat: number;
}

export interface Act {
  readonly type: "act";
  readonly decision: number;
  readonly action: string;
}

export interface Ask {
  readonly type: "ask";
  readonly id: number;
  readonly what: "why" | "closed" | "odds" | "plan" | "way" | "reach" | "profile" | "measure" | "rules" | "log";
  readonly text: string;
  readonly to: string;
}

export interface Undo {
  readonly type: "undo";
}

export interface Consent {
  readonly type: "consent";
  readonly yes: boolean;
}

export interface PlayNow {
  readonly type: "play_now";
}

export interface Ping {
  readonly type: "ping";
}

export interface SeatInfo {
  readonly name: string;
  readonly title: string;
  readonly player: string;
  readonly computer: boolean;
  readonly here: boolean;
}

export interface Welcome {
  readonly type: "welcome";
  readonly match: string;
  readonly game: string;
  readonly title: string;
  readonly board: ZoneBoard | PlaneBoard;
  readonly own: readonly (number)[];
  readonly seed_hash: string;
  readonly rules_version: string;
  readonly lesson: string;
  readonly takeback: string;
}

export interface Note {
  readonly text: string;
  readonly clauses: readonly (string)[];
  readonly faces: readonly (number)[];
  readonly sides: number;
  readonly seat: number;
  readonly attack: readonly (string)[];
}

export interface Decision {
  readonly number: number;
  readonly seat: number;
  readonly prompt: string;
  readonly clause: string;
  readonly options: readonly (Option)[];
}

export interface Update {
  readonly type: "update";
  readonly version: number;
  readonly perspective: number;
  readonly table: Table;
  readonly seats: readonly (SeatInfo)[];
  readonly waiting: number;
  readonly thinking: boolean;
  readonly decision: Decision | null;
  readonly first: number;
  readonly notes: readonly (Note)[];
  readonly may_undo: boolean;
  readonly undo_asks: boolean;
  readonly wish: string;
  readonly consents: boolean;
  readonly result: string;
  readonly seed: string;
}

export interface HandOver {
  readonly type: "hand_over";
  readonly seat: number;
  readonly name: string;
}

export interface Chance {
  readonly text: string;
  readonly p: string;
  readonly share: number;
}

export interface Closed {
  readonly option: Option;
  readonly text: string;
  readonly clause: string;
}

export interface ClauseText {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly source: string;
  readonly section: string;
}

export interface Answer {
  readonly type: "answer";
  readonly id: number;
  readonly text: string;
  readonly clause: string;
  readonly lines: readonly (Line)[];
  readonly chances: readonly (Chance)[];
  readonly events: readonly (Chance)[];
  readonly rest: number;
  readonly exact: boolean;
  readonly final: boolean;
  readonly closed: readonly (Closed)[];
  readonly option: Option | null;
  readonly profile: Profile | null;
  readonly reach: Reach | null;
  readonly rules: readonly (ClauseText)[];
  readonly notes: readonly (Note)[];
}

export interface Fault {
  readonly type: "fault";
  readonly text: string;
  readonly clause: string;
  readonly ask: number;
}

export interface Pong {
  readonly type: "pong";
}

export interface PlayerInfo {
  readonly name: string;
  readonly text: string;
}

export interface LessonInfo {
  readonly id: string;
  readonly title: string;
  readonly brief: string;
}

export interface GameInfo {
  readonly id: string;
  readonly title: string;
  readonly version: string;
  readonly players: readonly (PlayerInfo)[];
  readonly lessons: readonly (LessonInfo)[];
}

export interface FormAnswers {
  readonly values: Record<string, string>;
}

export interface SeatWish {
  readonly seat: string;
  readonly player: string;
  readonly name: string;
}

export interface NewMatch {
  readonly game: string;
  readonly options: Record<string, unknown>;
  readonly seats: readonly (SeatWish)[];
  readonly takeback: "free" | "until-chance" | "none";
  readonly lesson: string;
  readonly record: string;
}

export interface SeatLink {
  readonly seat: string;
  readonly title: string;
  readonly player: string;
  readonly key: string;
  readonly wish: string;
}

export interface MatchLinks {
  readonly match: string;
  readonly links: readonly (SeatLink)[];
  readonly watch: string;
  readonly own: string;
}

export interface Held {
  readonly match: string;
  readonly key: string;
}

export interface HeldList {
  readonly held: readonly (Held)[];
}

export interface MatchCard {
  readonly match: string;
  readonly game: string;
  readonly title: string;
  readonly created: number;
  readonly seats: readonly (SeatInfo)[];
  readonly own: readonly (number)[];
  readonly waiting: number;
  readonly result: string;
  readonly lesson: string;
  readonly moves: number;
  readonly playable: boolean;
}

export interface Prompt {
  readonly say: string;
  readonly do: string;
  readonly mark: readonly (string)[];
  readonly clause: string;
}

export interface Lesson {
  readonly id: string;
  readonly title: string;
  readonly brief: string;
  readonly prompts: readonly (Prompt)[];
}

export interface QrWish {
  readonly text: string;
}

export interface ReportWish {
  readonly text: string;
  readonly about: string;
}

export interface Report {
  readonly name: string;
  readonly text: string;
}

export interface ReplayStep {
  readonly seat: number;
  readonly action: string;
  readonly landmark: string;
}

export interface Laid {
  readonly step: number;
  readonly board: ZoneBoard | PlaneBoard;
}

export interface Replay {
  readonly match: string;
  readonly game: string;
  readonly title: string;
  readonly boards: readonly (Laid)[];
  readonly seats: readonly (SeatInfo)[];
  readonly eyes: readonly (string)[];
  readonly steps: readonly (ReplayStep)[];
  readonly result: string;
  readonly seed: string;
  readonly seed_hash: string;
}

export interface Frame {
  readonly step: number;
  readonly table: Table;
  readonly notes: readonly (Note)[];
  readonly done: string;
}

export interface Frames {
  readonly frames: readonly (Frame)[];
}

export interface DiceCount {
  readonly seat: number;
  readonly sides: number;
  readonly counts: readonly (number)[];
  readonly mean: number;
  readonly expected: number;
  readonly p: number;
}

export interface DiceReport {
  readonly counts: readonly (DiceCount)[];
}

export type Board = ZoneBoard | PlaneBoard;

export type FromPage = Hello | Ready | Act | Ask | Undo | Consent | PlayNow | Ping;

export type ToPage = Welcome | Update | HandOver | Answer | Fault | Pong;
