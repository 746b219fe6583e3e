/** Removed records do not count (H8). */
export const FAMILY_LIMITS = { students: 12, addresses: 20, photos: 10 } as const;
