import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, type RunnerTask } from 'vitest';
import { readTable } from '#tests/support/files/markdown-table.ts';

const PAGE = join(import.meta.dirname, '../../../docs/stripe-simulator.md');
const GATEWAYS = ['sandbox', 'Stripe', 'Stripe in process', 'without keys'] as const;

/** The suites of the port that a test file runs over a gateway, with how many cases each has. */
function suitesOver(gateway: string, tasks: readonly RunnerTask[]): [string, number][] {
  return tasks.flatMap((task): [string, number][] => {
    if (task.type !== 'suite') return [];
    const [name, over] = task.name.split(': ');
    const cases = task.tasks.filter(({ type }) => type === 'test').length;
    return over === gateway ? [[name!, cases]] : suitesOver(gateway, task.tasks);
  });
}

/** In each file that runs the suites of the port: the page says which, and with how many cases. */
export function describeListing(gateway: (typeof GATEWAYS)[number]): void {
  it(`the page lists each suite over ${gateway}, with its cases (check 4)`, ({ task }) => {
    const rows = readTable(readFileSync(PAGE, 'utf8'), 'One suite for all', ['suite', ...GATEWAYS]);
    const listed = rows.map((row): [string, number] => [row.suite!, Number(row[gateway])]);
    expect(suitesOver(gateway, task.file.tasks).toSorted()).toEqual(
      listed.filter(([, cases]) => cases > 0).toSorted(),
    );
  });
}
