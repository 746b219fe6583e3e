import { chmodSync, existsSync, globSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isServerOf } from '#platform/db/embedded/postmaster.ts';
import {
  DEMO,
  dataFolder,
  health,
  home,
  query,
  rememberSomething,
  serverPid,
  start,
  whatIsRemembered,
  useEmptyFolder,
} from '#tests/support/portal/embedded-portal.ts';
import { DidNotStart } from '#tests/support/portal/portal-process.ts';

useEmptyFolder();

/** What another account of the machine could read; the socket lies in a folder that it cannot enter. */
function openToOthers(): string[] {
  const paths = globSync('**', { cwd: home.dataDir }).map((path) => join(home.dataDir, path));
  return paths.filter((path) => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found && !found.isSocket() && (found.mode & 0o077) !== 0;
  });
}

describe('the embedded database', () => {
  it('is made on the first start, ended with the portal, and there again on the next start', async () => {
    const first = await start();
    expect(await health(first)).toBe(200);
    await rememberSomething();
    const pid = serverPid();
    const stopped = await first.stop();
    expect(stopped.code).toBe(0);
    expect(stopped.tookMs).toBeLessThan(10_000);
    expect(isServerOf(pid, dataFolder())).toBe(false);
    await start();
    expect(await whatIsRemembered()).toBe(42);
  });

  it('is taken over by the next portal when the portal is killed, and stops with that one', async () => {
    const first = await start();
    await rememberSomething();
    const pid = serverPid();
    await first.kill();
    expect(isServerOf(pid, dataFolder())).toBe(true);
    const second = await start();
    expect(serverPid()).toBe(pid);
    expect(await whatIsRemembered()).toBe(42);
    expect((await second.stop()).code).toBe(0);
    expect(isServerOf(pid, dataFolder())).toBe(false);
  });

  it('ends with the portal that is asked to end the moment it says that it is ready', async () => {
    const portal = await start();
    const pid = serverPid();
    expect((await portal.stop()).code).toBe(0);
    expect(isServerOf(pid, dataFolder())).toBe(false);
  });

  it('comes up again after everything was killed at once', async () => {
    const first = await start();
    await rememberSomething();
    const pid = serverPid();
    // The portal first: it tidies up after a server that it sees die.
    const killed = first.kill();
    process.kill(pid, 'SIGKILL');
    await killed;
    expect(existsSync(join(dataFolder(), 'postmaster.pid'))).toBe(true);
    const second = await start();
    expect(await health(second)).toBe(200);
    expect(await whatIsRemembered()).toBe(42);
  });
});

/** @shows H13.3 */
describe('the roles of the embedded database', () => {
  it('are two, also in the data folder of an earlier version, and the portal owns nothing', async () => {
    const first = await start();
    await query(`drop owned by schoolrun_portal; drop role schoolrun_portal; drop schema pgboss cascade`);
    await first.kill();
    const second = await start();
    expect(await health(second)).toBe(200);
    const connected = await query(`select distinct usename as who from pg_stat_activity
      where datname = 'schoolrun' and application_name like 'schoolrun%'`);
    expect(connected).toEqual([{ who: 'schoolrun_portal' }]);
    const owned = await query(`select relname from pg_class c join pg_roles r on r.oid = c.relowner
      where r.rolname = 'schoolrun_portal'`);
    expect(owned).toEqual([]);
  });
});

describe('the data folder', () => {
  /** @shows H14.2 */
  it('is closed to every other account, with all files in it, also where it was open before', async () => {
    const demo = { env: { ...DEMO, SMTP_URL: '' } };
    const first = await start(demo);
    expect(openToOthers()).toEqual([]);
    await first.stop();
    for (const path of ['', 'postgres', 'files']) chmodSync(join(home.dataDir, path), 0o755);
    expect(openToOthers()).not.toEqual([]);
    const second = await start(demo);
    expect(await health(second)).toBe(200);
    expect(openToOthers()).toEqual([]);
  });
});

describe('two portals on one data folder', () => {
  it('are refused with a sentence, and the first goes on', async () => {
    const first = await start();
    const refused = await start().catch((error: DidNotStart) => error);
    expect(refused).toBeInstanceOf(DidNotStart);
    expect((refused as DidNotStart).code).toBe(1);
    expect((refused as DidNotStart).output).toContain(
      `Another portal is already using the data folder ${home.dataDir}`,
    );
    expect(await health(first)).toBe(200);
  });
});
