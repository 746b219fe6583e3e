/** Counts what a run went through: a run in which nothing happened would prove nothing. */
export type EventCounter = ((what: string) => void) & { readonly counts: Record<string, number> };

export function countEvents(): EventCounter {
  const counts: Record<string, number> = {};
  return Object.assign((what: string) => void (counts[what] = (counts[what] ?? 0) + 1), { counts });
}

export function sumCounts(all: readonly Record<string, number>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const counts of all)
    for (const [what, count] of Object.entries(counts)) sums[what] = (sums[what] ?? 0) + count;
  return Object.fromEntries(Object.entries(sums).toSorted(([a], [b]) => a.localeCompare(b)));
}
