import pg from 'pg';
import { vi } from 'vitest';

type Sent = Parameters<pg.Client['query']>[0] | { text?: string };

const textOf = (sent: Sent): string =>
  typeof sent === 'string' ? sent : ((sent as { text?: string }).text ?? '');

/** The verb and the tables that are named: `insert orders`, `with journal, postings`. */
export function inShort(text: string): string {
  const [verb] = text.trim().split(/\s/);
  const named = text.matchAll(/\b(?:insert into|update|from|join)\s+((?:"\w+"\.)?"\w+")/g);
  const partsOfIt = [...text.matchAll(/("\w+") as \(/g)].map(([, part]) => part);
  const tables = new Set([...named].map(([, table]) => table!).filter((name) => !partsOfIt.includes(name)));
  return [verb, [...tables].join(', ').replaceAll('"', '')].filter(Boolean).join(' ');
}

/** What the database is asked meanwhile, each statement in full, in the order in which they are sent. */
export async function recordTexts(act: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: any[]
  ) {
    sent.push(textOf(args[0]));
    return query.apply(this, args);
  } as never);
  try {
    await act();
    return sent;
  } finally {
    spy.mockRestore();
  }
}

/** The same, each statement in short. */
export async function recordStatements(act: () => Promise<unknown>): Promise<string[]> {
  return (await recordTexts(act)).map(inShort);
}
