"""Continuous boards with heights: discs and boxes on integer coordinates, sight, screens, legs of a way,
lattices.

The unit is 0.01 mm, so one inch is exactly 2540; x points east, y north, z up. Every predicate compares
integers; no float decides anything. On boards up to 1.3 m (coordinates below 2**17, heights below 2**15) the
products of sight and screens stay below 2**53.

`solids` measures discs and boxes; `sight` follows lines past boxes and `screens` looks at what stands
between; `sweep` moves discs along segments; `scene` is a board with its boxes and what their flags mean;
`placing` says where a disc may stand, `moves` which legs it may take; `lattice`, `surroundings` and `reach`
say where it can get.
"""
