import type pg from 'pg';
import { activities, type Activity } from '#platform/telemetry/activity.ts';

const VERB = /^\s*(\w+)/;
const TABLE = /\b(?:from|into|update|join)\s+(?:only\s+)?"?([a-z_]+)\b/i;

/** @returns `select orders`: the first table of the statement, no value and no text */
export function nameOfStatement(text: string): string {
  const verb = VERB.exec(text)?.[1]?.toLowerCase() ?? 'statement';
  const table = TABLE.exec(text)?.[1]?.toLowerCase();
  return table === undefined || table === verb ? verb : `${verb} ${table}`;
}

const textOf = (asked: unknown): string | undefined =>
  typeof asked === 'string' ? asked : (asked as { text?: string } | undefined)?.text;

/** Follows the statements of a pool. Pools opened before a listener are not followed. */
export function followStatements(pool: pg.Pool): void {
  if (!activities.hasSubscribers) return;
  pool.on('connect', (client) => {
    const ask = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
    const query = (...given: unknown[]): unknown => {
      const text = textOf(given[0]);
      if (text === undefined) return ask(...given);
      const activity: Activity = { kind: 'statement', name: nameOfStatement(text) };
      return typeof given.at(-1) === 'function'
        ? activities.traceCallback(ask, -1, activity, undefined, ...given)
        : activities.tracePromise(() => ask(...given), activity);
    };
    Object.defineProperty(client, 'query', { value: query, writable: true, configurable: true });
  });
}
