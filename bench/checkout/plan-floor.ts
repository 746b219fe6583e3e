import type { TableKeys } from './keys.ts';
import type { Write } from './record-writes.ts';

/**
 * The rows that an order leaves behind, written at once: one insert for each table, each row as it is in the
 * end, in one transaction. The books of the sandbox are left out, as another processor keeps its own.
 */
export function inOneTransaction(transactions: Write[][], keys: Map<string, TableKeys>): Write[][] {
  const all = transactions.flat().filter(({ table }) => !table.startsWith('sandbox.'));
  const nameOf = ({ table, after }: Write) =>
    JSON.stringify([table, ...(keys.get(table)?.primary ?? []).map((column) => after?.[column])]);
  const last = new Map(all.map((write) => [nameOf(write), write.after]));
  const inserts = all
    .filter(({ op }) => op === 'INSERT')
    .map((write) => ({ ...write, after: last.get(nameOf(write)) ?? write.after }));
  const created = new Set(inserts.map(nameOf));
  const counters = all.filter((write) => write.op === 'UPDATE' && !created.has(nameOf(write)));
  const byTable = [...Map.groupBy(inserts, ({ table }) => table).values()].flat();
  return [[...byTable, ...counters]];
}
