type Placed = { id: number; position: number };

/** Orders rows by the places that staff gave to them. */
export const inPlace = (a: Placed, b: Placed): number => a.position - b.position || a.id - b.id;
