import pg from 'pg';
import { invariant } from '#kit/invariant.ts';

/**
 * How PostgreSQL's values become ours, for every statement of the process: bigint is a safe integer,
 * date stays `YYYY-MM-DD` text (node-postgres would make it a midnight in the machine's zone).
 * timestamptz is a Date by the driver's own choice.
 */
export function useOurColumnTypes(): void {
  pg.types.setTypeParser(pg.types.builtins.INT8, safeInteger);
  pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
}

function safeInteger(text: string): number {
  const value = Number(text);
  invariant(Number.isSafeInteger(value), 'a bigint of the database is no safe integer');
  return value;
}
