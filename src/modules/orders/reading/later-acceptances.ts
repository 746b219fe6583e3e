type Evidence = { kind: string; accepted_at: Date };

/**
 * The texts of an order, once each, with the family's own acceptance of what staff have placed for it.
 * @param evidence  in the order in which it was written: the order's own before what came later
 * Source: H10
 */
export function withLaterAcceptances<E extends Evidence>(
  evidence: readonly E[],
): (E & { later: E | null })[] {
  const later = (of: E) => evidence.find((one) => one.kind === of.kind && one !== of) ?? null;
  const isFirst = (of: E, at: number) => evidence.findIndex(({ kind }) => kind === of.kind) === at;
  return evidence.filter(isFirst).map((of) => ({ ...of, later: later(of) }));
}
