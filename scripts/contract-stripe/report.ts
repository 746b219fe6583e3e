import type { ContractNote } from '#tests/simulators/stripe/contract-notes.ts';

/** What is to be covered. */
export type Contract = {
  /** every operation of Stripe's description */
  operations: readonly string[];
  /** those that the portal must have sent */
  sent_by_portal: readonly string[];
  /** those that nothing sends, with the reason */
  left_out: Readonly<Record<string, string>>;
};

export type Report = { lines: string[]; problems: string[] };

/**
 * Whether the suites have held the portal to its contract with Stripe: each method of the adapter called,
 * each operation sent, and nothing that does not fit in any request or answer.
 */
export function reportOf({ operations, sent_by_portal, left_out }: Contract, notes: ContractNote[]): Report {
  const accounts = notes.flatMap((note) => (note.kind === 'account' ? [note] : []));
  const sentBy = (isPortal: boolean) =>
    new Set(accounts.flatMap((one) => (one.isPortal === isPortal ? one.operations : [])));
  const [portal, sdk] = [sentBy(true), sentBy(false)];
  const methods = new Set(notes.flatMap((note) => (note.kind === 'methods' ? note.names : [])));
  const called = new Set(notes.flatMap((note) => (note.kind === 'called' ? [note.name] : [])));
  const ofAdapter = [...methods].filter((name) => called.has(name)).length;
  const misfits = accounts.flatMap((one) => one.misfits);
  const wordOf = (operation: string) => {
    if (portal.has(operation)) return 'sent by the portal';
    if (sdk.has(operation)) return 'sent by the SDK alone; the portal has no use for it';
    return left_out[operation] ? `left out: ${left_out[operation]}` : 'NOT COVERED';
  };
  const isCovered = (operation: string) => portal.has(operation) || sdk.has(operation);
  const covered = operations.filter(isCovered).length;
  const requests = accounts.reduce((sum, one) => sum + one.requests, 0);
  return {
    lines: [
      ...operations.map((operation) => `${operation.padEnd(34)} ${wordOf(operation)}`),
      '',
      `${covered} of ${operations.length} operations, ${portal.size} by the portal`,
      `${ofAdapter} of ${methods.size} methods of the adapter`,
      `${requests} requests with their answers, ${misfits.length} misfits`,
    ],
    problems: [
      ...operations
        .filter((operation) => !isCovered(operation) && !left_out[operation])
        .map((operation) => `${operation} is not covered, and there is no reason why`),
      ...Object.keys(left_out)
        .filter((operation) => isCovered(operation) || !operations.includes(operation))
        .map((operation) => `${operation} is no longer left out`),
      ...sent_by_portal
        .filter((operation) => !portal.has(operation))
        .map((operation) => `${operation} is no longer sent by the portal`),
      ...(methods.size === 0 ? ['no adapter was opened'] : []),
      ...[...methods].filter((name) => !called.has(name)).map((name) => `${name}() is never called`),
      ...misfits,
    ],
  };
}
