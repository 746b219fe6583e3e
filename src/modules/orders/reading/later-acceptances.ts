type Evidence = { kind: string; accepted_at: Date };

/** @param evidence  in the order of writing: acceptances at the order come before later acceptances (H10) */
export function withLaterAcceptances<E extends Evidence>(
  evidence: readonly E[],
): (E & { later: E | null })[] {
  const later = (of: E) => evidence.find((one) => one.kind === of.kind && one !== of) ?? null;
  const isFirst = (of: E, at: number) => evidence.findIndex(({ kind }) => kind === of.kind) === at;
  return evidence.filter(isFirst).map((of) => ({ ...of, later: later(of) }));
}
