import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { m } from '#i18n/messages.js';
import { askOnce } from '#platform/db/ask-once.ts';
import { openEmbedded } from '#platform/db/embedded/embedded.ts';
import { VERSION } from '#platform/db/program-version.ts';
import { silentLog } from '#platform/log/log.ts';
import { rowDigests } from '#tests/support/database/row-digests.ts';
import { home, PRODUCTION, start, useEmptyFolder } from '#tests/support/portal/embedded-portal.ts';
import { DidNotStart } from '#tests/support/portal/portal-process.ts';

const COMMAND_LINE = join(import.meta.dirname, '../../schoolrun.js');

/** Each command that opens the database, with arguments that it understands. */
const COMMANDS: Record<string, string[]> = {
  audit: ['verify'],
  backup: ['FOLDER'],
  migrate: [],
  processor: ['adopt'],
  season: ['export', 'FOLDER'],
  sql: ['select 1'],
  staff: ['add', 'new@office.example'],
};

const SENTENCE = m.portal_database_newer({
  database: '9.4.0',
  program: VERSION,
  unknown: 'migration 4102444800000',
});

useEmptyFolder();

/** Asks the database of the data folder while no portal runs. */
async function ask<Answer>(act: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const { ownerUrl, stop } = await openEmbedded({ dataDir: home.dataDir, log: silentLog(), role: 'tool' });
  return askOnce(ownerUrl, act).finally(stop);
}

const run = (script: string, args: string[], dataDir = home.dataDir) =>
  spawnSync(process.execPath, [COMMAND_LINE, script, ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...PRODUCTION, DATA_DIR: dataDir },
  });

const makeNewer = (client: pg.Client) =>
  client.query(`update program_version set version = '9.4.0';
    insert into drizzle.migrations (hash, created_at) values ('x', 4102444800000)`);

/** @shows MO1.1 MO1.2 */
describe('a data folder that a newer version has opened', () => {
  it('is refused by the start and by every command with both versions', { timeout: 400_000 }, async () => {
    await (await start()).stop();
    await ask(makeNewer);
    const before = await ask(rowDigests);
    const refused = await start().catch((error: DidNotStart) => error);
    expect((refused as DidNotStart).output).toContain(SENTENCE);
    const folder = join(home.parent, 'folder');
    for (const [script, args] of Object.entries(COMMANDS)) {
      const given = args.map((arg) => arg.replace('FOLDER', folder));
      const { status, stdout, stderr } = run(script, given);
      expect([script, status, stdout, stderr]).toEqual([script, 1, '', `${SENTENCE}\n`]);
    }
    expect(existsSync(folder)).toBe(false);
    const told = run('doctor', []);
    expect([told.status, told.stdout]).toEqual([1, expect.stringContaining(SENTENCE)]);
    expect(await ask(rowDigests)).toEqual(before);
  });
});

/** @shows MO1.2 */
it('a backup of a newer version is not put back', async () => {
  const backup = join(home.parent, 'backup');
  const database = { version: '9.4.0', needs: ['migration 4102444800000'] };
  mkdirSync(backup);
  writeFileSync(
    join(backup, 'backup.json'),
    JSON.stringify({ made_at: '2027-03-20T14:05:00.000Z', database, files: [] }),
  );
  const to = join(home.parent, 'restored');
  expect(run('restore', [backup, '--unsigned'], to)).toMatchObject({ status: 1, stderr: `${SENTENCE}\n` });
  expect(existsSync(to)).toBe(false);
});

it('every command that opens the database is among those tried', () => {
  const opens = /onDatabase\(|openEmbedded\(|openAppContext\(|openDatabase\(/;
  const folder = join(import.meta.dirname, '../../scripts/command');
  const found = globSync('*.ts', { cwd: folder, exclude: ['on-database.ts'] }).filter((file) =>
    opens.test(readFileSync(join(folder, file), 'utf8')),
  );
  const names = found.map((file) => basename(file, '.ts')).toSorted();
  expect(names).toEqual([...Object.keys(COMMANDS), 'doctor', 'restore'].toSorted());
});
