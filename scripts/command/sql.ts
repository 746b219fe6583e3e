import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { m } from '#i18n/messages.js';
import { readConfig } from '#platform/config/config.ts';
import { askOnce } from '#platform/db/ask-once.ts';
import { openEmbedded } from '#platform/db/embedded/embedded.ts';
import { readNeeds, refuseUnknownNeeds } from '#platform/db/refuse-newer.ts';
import { silentLog } from '#platform/log/log.ts';
import { KNOWN } from '#server/prepare-database.ts';
import { DONE, NOT_DONE, type Handler } from './command-line.ts';
import { complain, say } from './say.ts';

/*
 * `sql [STATEMENT]`: the embedded server has no psql. Reads as the role of the portal; `--write` is the
 * owner, while the portal runs or not (MO12).
 */

function shown(value: unknown): string {
  if (value === null) return '';
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The rows of a result as lines: names, a rule, values, the number of rows. */
export function linesOf(names: readonly string[], rows: readonly unknown[][]): string[] {
  const table = [[...names], ...rows.map((row) => row.map(shown))];
  const widths = names.map((_, at) => Math.max(...table.map((row) => row[at]!.length)));
  const lines = table.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at]!))
      .join(' | ')
      .trimEnd(),
  );
  const rule = widths.map((width) => '-'.repeat(width)).join('-+-');
  return [lines[0]!, rule, ...lines.slice(1), m.portal_sql_rows({ n: rows.length })];
}

/** @returns whether the statements went well; the database's own sentence is printed otherwise */
async function run(client: pg.Client, statements: string): Promise<boolean> {
  try {
    const answered = await client.query({ text: statements, rowMode: 'array' });
    const results = Array.isArray(answered) ? (answered as (typeof answered)[]) : [answered];
    for (const { fields, rows, command, rowCount } of results) {
      const names = (fields ?? []).map(({ name }) => name);
      const lines = names.length > 0 ? linesOf(names, rows) : [`${command} ${rowCount ?? ''}`.trim()];
      for (const line of lines) say(line);
    }
    return true;
  } catch (error) {
    complain((error as Error).message);
    return false;
  }
}

async function talk(client: pg.Client): Promise<number> {
  say(m.portal_sql_prompt());
  const lines = createInterface({ input: process.stdin, output: process.stdout, prompt: 'sql> ' });
  let typed = '';
  lines.prompt();
  for await (const line of lines) {
    typed += `${line}\n`;
    if (line.trimEnd().endsWith(';')) {
      await run(client, typed);
      typed = '';
    }
    lines.prompt();
  }
  return DONE;
}

export const sql: Handler = async ({ values: [statement], options }) => {
  const { databaseUrl, dataDir } = readConfig(process.env);
  if (databaseUrl) throw new Error(m.portal_sql_outside());
  if (!existsSync(join(dataDir, 'postgres/data')))
    throw new Error(m.portal_backup_nothing({ folder: dataDir }));
  const { url, ownerUrl, stop } = await openEmbedded({ dataDir, log: silentLog(), role: 'tool' });
  try {
    return await askOnce(options.write === true ? ownerUrl : url, async (client) => {
      refuseUnknownNeeds(await readNeeds(client), KNOWN);
      if (options.write !== true) await client.query('set default_transaction_read_only = on');
      if (statement === undefined && process.stdin.isTTY) return talk(client);
      return (await run(client, statement ?? (await text(process.stdin)))) ? DONE : NOT_DONE;
    });
  } finally {
    await stop();
  }
};
