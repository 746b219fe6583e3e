import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { PRODUCTION } from '#tests/support/portal/embedded-portal.ts';
import { DidNotStart, startPortalProcess, type PortalProcess } from '#tests/support/portal/portal-process.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'schoolrun-roles-'));
let database: TestDatabase;
let portals: PortalProcess[];

beforeAll(async () => void (database = await createTestDatabase()));
beforeEach(() => void (portals = []));
afterEach(() => Promise.all(portals.map((portal) => portal.kill())));
afterAll(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

async function start(env: Record<string, string>): Promise<PortalProcess> {
  const portal = await startPortalProcess(dataDir, { script: 'scripts/start.js', env });
  portals.push(portal);
  return portal;
}

const outputOf = (env: Record<string, string>) =>
  start(env).then(
    () => 'it started',
    (error: DidNotStart) => error.output,
  );

/** @shows H13.2 */
describe('a production portal on an outside database', () => {
  it('is refused where its role may do more than the portal must, and names what', async () => {
    expect(await outputOf({ ...PRODUCTION, DATABASE_URL: database.ownerUrl })).toContain(
      'The role in DATABASE_URL has rights that the portal must not have: superuser',
    );
  });

  it('is refused on tables of another version, until their owner has migrated them', async () => {
    await database.asOwner(`create table drizzle.newest as
      select * from drizzle.migrations order by created_at desc limit 1`);
    await database.asOwner('delete from drizzle.migrations where id = (select id from drizzle.newest)');
    const env = { ...PRODUCTION, DATABASE_URL: database.url };
    expect(await outputOf(env)).toContain('The database tables don’t match this version.');
    await database.asOwner('insert into drizzle.migrations select * from drizzle.newest');
    const migrated = spawnSync('npm', ['run', '-s', 'migrate'], {
      encoding: 'utf8',
      env: { ...process.env, ...env, DATABASE_OWNER_URL: database.ownerUrl, DATA_DIR: dataDir },
    });
    expect(migrated.stdout).toContain('The database is up to date.');
    const portal = await start(env);
    expect((await fetch(`${portal.url}/api/health`)).status).toBe(200);
  });
});

describe('a portal that is tried out', () => {
  it('may have the role of the portal alone, where somebody else has migrated', async () => {
    const portal = await start({ DATABASE_URL: database.url });
    expect(portal.output()).not.toContain('has rights that the portal must not have');
  });

  it('may have one role for all, and is told so', async () => {
    const portal = await start({ DATABASE_URL: database.ownerUrl });
    expect(portal.output()).toContain('The role in DATABASE_URL has rights that the portal must not have');
  });
});
