import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { mailsTo } from '#tests/support/browser/mails.ts';
import { startPortalProcess, type PortalProcess } from '#tests/support/portal/portal-process.ts';
import { importSeason } from '#tests/support/portal/portal-with-season.ts';
import type { Loose } from '#tests/support/season/season-folder.ts';

const EMAIL = 'noor@cedar-valley.example';

let database: TestDatabase;
let dataDir: string;
let portal: PortalProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'schoolrun-company-'));
  portal = await startPortalProcess(dataDir, {
    script: 'scripts/start.js',
    env: {
      NODE_ENV: 'test',
      DATABASE_URL: database.url,
      VAULT_KEYS: Buffer.alloc(32).toString('base64'),
      FIRST_STAFF: EMAIL,
    },
  });
});
afterAll(async () => {
  await portal.kill();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const mails = () => mailsTo(EMAIL, dataDir);
const zoneOfDays = async () => {
  const answer = await fetch(`${portal.url}/api/server/info`);
  const { items } = (await answer.json()) as { items: [{ date_time: { timezone: string } }] };
  return items[0].date_time.timezone;
};
const zonesOfJobs = async () =>
  (await database.pool.query('select distinct timezone from pgboss.schedule')).rows.map(
    (row) => row.timezone,
  );

/** @shows MC15.3 */
it('a portal that runs goes by an imported company: its days, its jobs and the sender of mails', async () => {
  expect([await zoneOfDays(), await zonesOfJobs()]).toEqual(['America/New_York', ['America/New_York']]);
  await expect.poll(async () => (await mails()).length, { timeout: 30_000 }).toBe(1);

  const company = { name: 'Lakeshore Buses', time_zone: 'America/Chicago' };
  const moved = (season: Loose) => void Object.assign(season.company, company);
  await importSeason(dataDir, moved, { DATABASE_URL: database.url });
  await expect.poll(zoneOfDays, { timeout: 15_000 }).toBe('America/Chicago');
  await expect.poll(zonesOfJobs).toEqual(['America/Chicago']);

  await fetch(`${portal.url}/api/forgot-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
    body: JSON.stringify({ email: EMAIL }),
  });
  await expect.poll(async () => (await mails()).length, { timeout: 30_000 }).toBe(2);
  const senders = (await mails()).map(({ from }) => from);
  expect(senders).toEqual([
    expect.not.stringContaining('Lakeshore'),
    expect.stringContaining('Lakeshore Buses'),
  ]);
});
