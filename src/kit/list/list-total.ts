/** The largest exact total (OF1.1). */
export const LARGEST_TOTAL = 10_000;

/** The total of a list from the number of its rows, counted at least to one above the largest total. */
export const totalOf = (n: number) => ({
  total: Math.min(n, LARGEST_TOTAL),
  is_total_capped: n > LARGEST_TOTAL,
});
export type Total = ReturnType<typeof totalOf>;
