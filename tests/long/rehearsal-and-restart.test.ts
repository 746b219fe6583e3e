import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { staff, STAFF_PASSWORD } from '#db/demo/people.ts';
import { httpClient } from '#tests/support/portal/http-client.ts';
import { startPortalProcess, type PortalProcess } from '#tests/support/portal/portal-process.ts';
import { settingsOf } from '#tests/support/rehearsals/a-rehearsal.ts';

let dataDir: string;
let portal: PortalProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'schoolrun-restart-'));
  await chmod(dataDir, 0o755);
  portal = await startPortalProcess(dataDir);
});
afterAll(async () => {
  await portal.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function logIn() {
  const http = httpClient(portal.url);
  const { email } = staff.find(({ role }) => role === 'userRoleSuperAdmin')!;
  const body = { email, password: STAFF_PASSWORD };
  const { items } = await http.call({ method: 'POST', path: '/login', body });
  const { access_token: token } = items[0];
  return {
    read: async (path: string) => (await http.call({ method: 'GET', path, token })).items,
    post: async (path: string, sent: object) =>
      (await http.call({ method: 'POST', path, body: sent, token })).items[0],
  };
}

const foldersOf = async (pid: number) =>
  (await readdir(tmpdir())).filter((name) => name.startsWith(`schoolrun-rehearsal-${pid}-`));

async function begin() {
  const { read, post } = await logIn();
  const [{ id: period_id }] = await read('/admin/seasons');
  const { id } = await post('/admin/rehearsals', settingsOf(period_id));
  await expect
    .poll(async () => (await read(`/admin/rehearsals/${id}`))[0].progress, { timeout: 60_000 })
    .not.toBeNull();
  return id;
}

const stateOf = async (id: number) => (await (await logIn()).read(`/admin/rehearsals/${id}`))[0].state;

/** @shows RP5.2 */
it('ends with a killed portal, and has failed at the next start', { timeout: 300_000 }, async () => {
  const [id, { pid }] = [await begin(), portal];
  expect(await foldersOf(pid)).toHaveLength(1);
  await portal.kill();
  await expect.poll(() => foldersOf(pid), { timeout: 30_000 }).toEqual([]);
  portal = await startPortalProcess(dataDir);
  expect(await stateOf(id)).toBe('failed');
});

it('ends with a portal that stops, within its time', { timeout: 300_000 }, async () => {
  const [id, { pid }] = [await begin(), portal];
  const { code, tookMs } = await portal.stop();
  expect([code, tookMs < 10_000]).toEqual([0, true]);
  await expect.poll(() => foldersOf(pid), { timeout: 30_000 }).toEqual([]);
  portal = await startPortalProcess(dataDir);
  expect(await stateOf(id)).toBe('failed');
});

it('finds what a killed machine has left', { timeout: 120_000 }, async () => {
  // No process has so high a number.
  const left = join(tmpdir(), 'schoolrun-rehearsal-99999999-left');
  await mkdir(left, { recursive: true });
  await portal.stop();
  portal = await startPortalProcess(dataDir);
  expect(existsSync(left)).toBe(false);
});
