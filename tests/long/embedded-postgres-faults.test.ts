import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { isAlive, isServerOf, readPostmaster } from '#platform/db/embedded/postmaster.ts';
import {
  DEMO,
  dataFolder,
  firstDraft,
  health,
  home,
  killServer,
  people,
  PRODUCTION,
  query,
  rememberSomething,
  serverPid,
  start,
  whatIsRemembered,
  useEmptyFolder,
} from '#tests/support/portal/embedded-portal.ts';
import { readProcessStat } from '#tests/support/portal/process-stat.ts';
import { DidNotStart, startPortalProcess, type PortalProcess } from '#tests/support/portal/portal-process.ts';

useEmptyFolder();

const ROOT = join(import.meta.dirname, '../..');

const isRoot = process.getuid?.() === 0;

/** Whether every folder on the way may be entered by all. */
const isOpenToOthers = (folder: string): boolean =>
  (statSync(folder).mode & 0o001) !== 0 && (folder === '/' || isOpenToOthers(dirname(folder)));
const NOBODY = 65_534;

describe('the embedded database', () => {
  it('is started again when only it was killed', async () => {
    const portal = await start();
    await rememberSomething();
    await killServer();
    let status = 0;
    for (let tries = 0; tries < 200 && status !== 200; tries += 1) {
      await sleep(50);
      status = await health(portal);
    }
    expect(status).toBe(200);
    expect(await whatIsRemembered()).toBe(42);
  });

  it('believes no pid file whose number belongs to another program', async () => {
    const first = await start();
    await rememberSomething();
    await first.stop();
    const stranger = spawn('sleep', ['600']);
    const port = 5_432;
    writeFileSync(
      join(dataFolder(), 'postmaster.pid'),
      `${stranger.pid}\n${dataFolder()}\n1760000000\n${port}\n\n127.0.0.1\n  1  1\nready   \n`,
    );
    const second = await start();
    expect(serverPid()).not.toBe(stranger.pid);
    expect(await whatIsRemembered()).toBe(42);
    await second.stop();
    expect(isAlive(stranger.pid as number)).toBe(true);
    stranger.kill();
    await once(stranger, 'exit');
  });

  it('is made anew when the first start was killed midway', async () => {
    const early = startPortalProcess(home.dataDir, { env: PRODUCTION }).then(
      (portal) => home.portals.push(portal),
      (error: DidNotStart) => error,
    );
    const draft = await firstDraft();
    await sleep(200);
    process.kill(Number(draft.split('-').pop()), 'SIGKILL');
    expect(await early).toBeInstanceOf(DidNotStart);
    expect(existsSync(join(home.dataDir, 'postgres'))).toBe(false);
    const portal = await start();
    expect(await health(portal)).toBe(200);
    expect(readdirSync(home.dataDir).filter((name) => name.startsWith('postgres'))).toEqual(['postgres']);
  });

  it('sweeps away what a start long ago left half made', async () => {
    mkdirSync(join(home.dataDir, 'postgres.new-4000000/data'), { recursive: true });
    writeFileSync(join(home.dataDir, 'postgres.new-4000000/data/PG_VERSION'), '18\n');
    await start();
    expect(existsSync(join(home.dataDir, 'postgres.new-4000000'))).toBe(false);
  });

  it('touches no folder that is not its own', async () => {
    mkdirSync(join(home.dataDir, 'postgres'), { recursive: true });
    writeFileSync(join(home.dataDir, 'postgres/thesis.txt'), 'years of work');
    await expect(start()).rejects.toThrow('is not a database of this portal');
    expect(readFileSync(join(home.dataDir, 'postgres/thesis.txt'), 'utf8')).toBe('years of work');
  });

  it('keeps its password from everybody else and answers nobody from outside', async () => {
    await start();
    expect(statSync(join(home.dataDir, 'postgres/password')).mode & 0o777).toBe(0o600);
    expect(await query('show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    expect(await query('show fsync')).toEqual([{ fsync: 'on' }]);
  });

  it('finds its server on whatever port that has', async () => {
    const first = await start();
    const port = readPostmaster(dataFolder())?.port;
    await first.stop();
    appendFileSync(join(dataFolder(), 'postgresql.conf'), '\nport = 1\n');
    await start();
    expect(readPostmaster(dataFolder())?.port).not.toBe(1);
    expect(port).toBeGreaterThan(1);
  });
});

describe('two portals on one data folder', () => {
  it('that start at the same moment end as one', async () => {
    const results = await Promise.allSettled([start(), start()]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await health(home.portals[0] as PortalProcess)).toBe(200);
  });
});

describe('accounts', () => {
  it.runIf(isRoot)('lets root start it, under another account', async () => {
    await start();
    expect(statSync(dataFolder()).uid).not.toBe(0);
  });

  it.runIf(isRoot)('lets root start it in a folder that is closed to everybody else', async () => {
    chmodSync(home.parent, 0o700);
    const portal = await start();
    expect(await health(portal)).toBe(200);
    expect((await portal.stop()).code).toBe(0);
  });

  // A project below root's own home is closed to everybody else, its files too.
  it.runIf(isRoot && isOpenToOthers(ROOT))('lets an ordinary user start it', async () => {
    chownSync(home.parent, NOBODY, NOBODY);
    await start({ uid: NOBODY, gid: NOBODY });
    expect(statSync(dataFolder()).uid).toBe(NOBODY);
  });
});

describe('a start that cannot succeed', () => {
  it('says so in a sentence when the port is taken, and leaves no server behind', async () => {
    const first = await start();
    const { port } = new URL(first.url);
    const otherDir = join(home.parent, 'other');
    const refused = await startPortalProcess(otherDir, { env: { ...PRODUCTION, PORT: port } }).catch(
      (error: DidNotStart) => error,
    );
    expect((refused as DidNotStart).output).toContain(`PORT ${port} is already in use`);
    expect(readPostmaster(join(otherDir, 'postgres/data'))).toBeUndefined();
  });

  it.each([
    [{ PORT: 'eighty' }, 'PORT must be a whole number from 0 to 65535.'],
    [{ HOST: '203.0.113.7' }, 'HOST 203.0.113.7 is not an address of this machine.'],
    [
      { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x?sslmode=verify-full' },
      'The database in DATABASE_URL can’t be reached (ECONNREFUSED). Check the host and port',
    ],
    [{ DATA_DIR: '/dev/null' }, 'DATA_DIR /dev/null must be a folder the portal can write to'],
    [{ ALLOW_SANDBOX: '0' }, 'ALLOW_SANDBOX must be 1 in production'],
    [{ VAULT_KEYS: '' }, 'VAULT_KEYS must be set in production'],
  ])('names the variable that is wrong: %j', async (env, sentence) => {
    const refused = await start({ env }).catch((error: DidNotStart) => error);
    expect((refused as DidNotStart).output).toContain(sentence);
    expect((refused as DidNotStart).code).toBe(1);
  });
});

describe('the demo', () => {
  it('is there on the first start and the same on the next, with its logins said each time', async () => {
    const first = await start({ env: DEMO });
    expect(await people()).toBe(7);
    await first.stop();
    const second = await start({ env: DEMO });
    expect(await people()).toBe(7);
    await expect
      .poll(() => second.output())
      .toContain('Demo families, password Demo-family-2027: adaeze@okafor.example');
  });

  it('is whole although the start that fills it was killed midway', async () => {
    const early = startPortalProcess(home.dataDir, { env: DEMO }).then(
      (portal) => home.portals.push(portal),
      (error: DidNotStart) => error,
    );
    const draft = await firstDraft();
    while (!existsSync(join(home.dataDir, 'files'))) await sleep(5);
    process.kill(Number(draft.split('-').pop()), 'SIGKILL');
    await early;
    await start({ env: DEMO });
    expect(await people()).toBe(7);
  });

  it('never fills a production start', async () => {
    const portal = await start();
    expect(await people()).toBe(0);
    expect(portal.output()).not.toContain('Demo');
  });
});

describe('a portal whose log nobody reads any more', () => {
  it.each(['plain', 'json'])('goes on, in %s', async (format) => {
    const portal = await start({ env: { LOG_FORMAT: format, LOG_LEVEL: 'info' } });
    portal.stopReading();
    // The revival of the database is logged.
    await killServer();
    await expect.poll(() => health(portal), { timeout: 20_000 }).toBe(200);
    expect((await portal.stop()).code).toBe(0);
  });
});

describe('a stop', () => {
  it('ends within ten seconds though a visitor never ends a request', async () => {
    const portal = await start();
    const visitor = connect(Number(new URL(portal.url).port), 'localhost');
    visitor.on('error', () => undefined);
    visitor.write(
      'POST /api/login HTTP/1.1\r\nHost: localhost\r\n' +
        'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    );
    await sleep(300);
    const pid = serverPid();
    const { code, tookMs } = await portal.stop();
    expect(code).toBe(0);
    expect(tookMs).toBeLessThan(10_000);
    expect(isServerOf(pid, dataFolder())).toBe(false);
    visitor.destroy();
  });
});

/** How the kernel schedules a process. */
const policyOf = (pid: number) => readProcessStat(pid)(41);

const SCHED_BATCH = 3;

describe.runIf(process.platform === 'linux')('a session of the embedded database', () => {
  it('never takes the core from a portal that has asked it', async () => {
    const portal = await start();
    const sessions = await query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'schoolrun'`,
    );
    expect(sessions.length).toBeGreaterThan(0);
    expect(new Set(sessions.map(({ pid }) => policyOf(pid)))).toEqual(new Set([SCHED_BATCH]));
    expect(policyOf(portal.pid)).toBe(0);
  });

  it('is there where its server cannot be scheduled so', async () => {
    const portal = await start({ env: { PATH: '' } });
    expect(await health(portal)).toBe(200);
    expect(policyOf(serverPid())).toBe(0);
  });
});
