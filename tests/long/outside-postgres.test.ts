import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPortalProcess, type PortalProcess } from '#tests/support/portal/portal-process.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'schoolrun-outside-'));
let database: TestDatabase;
let portals: PortalProcess[];

beforeAll(async () => {
  database = await createTestDatabase();
  const env = { DATABASE_URL: database.url };
  portals = await Promise.all([startPortalProcess(dataDir, { env }), startPortalProcess(dataDir, { env })]);
});
afterAll(async () => {
  for (const portal of portals) await portal.kill();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

it('several portals serve one outside database, started at the same moment', async () => {
  const answers = await Promise.all(portals.map((portal) => fetch(`${portal.url}/api/health`)));
  expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
});

it('a portal is not healthy while the external database is away, and recovers by itself', async () => {
  const [portal] = portals as [PortalProcess];
  const status = async () => (await fetch(`${portal.url}/api/health`)).status;
  const name = new URL(database.url).pathname.slice(1);
  await database.onServer(`alter database ${name} with allow_connections false`);
  await database.onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  await expect.poll(status, { timeout: 10_000 }).toBe(503);
  await database.onServer(`alter database ${name} with allow_connections true`);
  await expect.poll(status, { timeout: 10_000 }).toBe(200);
});

it('stopping a portal affects neither the external database nor the other portals', async () => {
  const [first, second] = portals as [PortalProcess, PortalProcess];
  expect((await first.stop()).code).toBe(0);
  expect((await fetch(`${second.url}/api/health`)).status).toBe(200);
});
