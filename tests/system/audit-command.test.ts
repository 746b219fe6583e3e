import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chainAuditLog } from '#platform/audit/audit-chain.ts';
import { createVault } from '#platform/vault/vault.ts';
import { testClock } from '#tests/support/fakes/test-clock.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'schoolrun-audit-'));
const key = Buffer.alloc(32, 'audit');
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(`insert into audit_log (at, action, subject)
    select now(), 'a.test', 'user:' || n from generate_series(1, 5) n`);
  await chainAuditLog({ db: database.db, vault: createVault([key]), clock: testClock() });
});
afterAll(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

const run = (...args: string[]) =>
  spawnSync('npm', ['run', '-s', ...args], {
    encoding: 'utf8',
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      VAULT_KEYS: key.toString('base64'),
    },
  });

describe('the commands of the audit log', () => {
  /** @shows H13.4 */
  it('say that all is well, and name the row that somebody changed', async () => {
    const well = run('audit:verify');
    expect([well.status, well.stdout]).toEqual([0, expect.stringContaining('5 rows are in the chain')]);
    const head = /note somewhere else: (\S+)/.exec(well.stdout)![1]!;
    expect(run('audit:verify', '--', '--head', head).status).toBe(0);
    await database.asOwner(`set session_replication_role = replica;
      update audit_log set subject = 'user:9' where id = 3`);
    const wrong = run('audit:verify');
    expect([wrong.status, wrong.stderr]).toEqual([1, 'Row 3 of audit_log was changed.\n']);
  });

  /** @shows H13.5 */
  it('print rows for another system, from where it left off', () => {
    const { stdout, status } = run('audit:stream', '--', '--after', '3');
    const rows = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect([status, rows.map(({ seq, subject }) => [seq, subject])]).toEqual([
      0,
      [
        [4, 'user:4'],
        [5, 'user:5'],
      ],
    ]);
    expect(run('audit:stream', '--', '--after', 'x').status).toBe(2);
  });
});
