import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { mailsTo } from '#tests/support/browser/mails.ts';
import { startPortalProcess, type PortalProcess } from '#tests/support/portal/portal-process.ts';

const EMAIL = 'noor@cedar-valley.example';
const OWN_PASSWORD = 'violet otter lamp forty';

let database: TestDatabase;
let parent: string;
const running: PortalProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  parent = await mkdtemp(join(tmpdir(), 'schoolrun-first-staff-'));
});
afterAll(async () => {
  for (const portal of running) await portal.kill();
  await database.drop();
  await rm(parent, { recursive: true, force: true });
});

const folderOf = (name: string) => join(parent, name);

async function start(name: string): Promise<PortalProcess> {
  const portal = await startPortalProcess(folderOf(name), {
    script: 'scripts/start.js',
    env: {
      NODE_ENV: 'test',
      DATABASE_URL: database.url,
      VAULT_KEYS: Buffer.alloc(32).toString('base64'),
      FIRST_STAFF: 'Noor@Cedar-Valley.example',
    },
  });
  running.push(portal);
  return portal;
}

async function stop(...portals: PortalProcess[]): Promise<void> {
  for (const portal of portals) {
    await portal.stop();
    running.splice(running.indexOf(portal), 1);
  }
}

const rowsOf = async (text: string) => (await database.pool.query(text)).rows;
const invitations = () =>
  rowsOf(`select sent_at is not null as is_sent from outbox where kind = 'accounts.staff_invited'`);
const mailed = async (...names: string[]) =>
  (await Promise.all(names.map((name) => mailsTo(EMAIL, folderOf(name))))).flat();

const send = (portal: PortalProcess, path: string, body: object) =>
  fetch(`${portal.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
    body: JSON.stringify(body),
  });

/** @shows SE11.1 */
it('an empty portal invites its first super admin once, and again after the link has ended', async () => {
  const both = await Promise.all([start('one'), start('two')]);
  await expect.poll(() => mailed('one', 'two'), { timeout: 30_000 }).toHaveLength(1);
  await expect.poll(invitations).toEqual([{ is_sent: true }]);
  const life = `select (extract(epoch from expires_at - created_at) / 86400)::int as days from mailed_tokens`;
  expect(await rowsOf(life)).toEqual([{ days: 7 }]);
  await stop(...both);

  const again = await start('one');
  expect(await invitations()).toHaveLength(1);
  await stop(again);
  await database.pool.query(`update mailed_tokens
    set created_at = created_at - interval '8 days', expires_at = expires_at - interval '8 days'`);

  const later = await start('three');
  await expect.poll(() => mailed('three'), { timeout: 30_000 }).toHaveLength(1);
  const [mail] = await mailed('three');
  const link = new URL(/https?:\S+reset-password\?\S+/.exec(mail!.text)![0]);
  const { token, email } = Object.fromEntries(link.searchParams);
  const chosen = { token, email, password: OWN_PASSWORD, password_confirmation: OWN_PASSWORD };
  expect((await send(later, '/reset-password', chosen)).status).toBe(200);
  expect((await send(later, '/reset-password', chosen)).status).toBe(422);
  expect((await send(later, '/login', { email, password: OWN_PASSWORD })).status).toBe(200);
  await stop(later);

  const last = await start('four');
  expect(await invitations()).toHaveLength(2);
  expect(await rowsOf('select count(*)::int as people from users')).toEqual([{ people: 1 }]);
  await stop(last);
});

/** @shows SE11.1 */
it('an account that was there before is left as it is, with a line in the log', async () => {
  await database.pool.query(`delete from user_roles`);
  const portal = await start('five');
  expect(portal.output()).toContain('FIRST_STAFF names an address that already has an account.');
  expect(await rowsOf('select 1 from user_roles')).toEqual([]);
  await stop(portal);
});

/** @shows SE11.1 */
it('a folder of its own begins empty, without the demo', async () => {
  const folder = folderOf('own');
  const portal = await startPortalProcess(folder, { env: { FIRST_STAFF: EMAIL } });
  running.push(portal);
  expect(portal.output()).not.toContain('Demo');
  await expect.poll(() => mailsTo(EMAIL, folder), { timeout: 30_000 }).toHaveLength(1);
  await stop(portal);
});
