import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAlive, isServerOf, readPostmaster } from '#platform/db/embedded/postmaster.ts';
import { DidNotStart, startPortalProcess, type PortalProcess } from '#tests/support/portal/portal-process.ts';

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;
const PRODUCTION = {
  NODE_ENV: 'production',
  ALLOW_SANDBOX: '1',
  VAULT_KEYS: Buffer.alloc(32).toString('base64'),
};

let parent: string;
let dataDir: string;
let portals: PortalProcess[];

const dataFolder = () => join(dataDir, 'postgres/data');
const serverPid = () => readPostmaster(dataFolder())?.pid ?? 0;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'schoolrun-embedded-'));
  chmodSync(parent, 0o755);
  dataDir = join(parent, 'data');
  portals = [];
});

afterEach(async () => {
  for (const portal of portals) await portal.kill();
  await killServer();
  rmSync(parent, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

async function start(options: Parameters<typeof startPortalProcess>[1] = {}): Promise<PortalProcess> {
  // A production start fills no demo, which none of these cases needs.
  const portal = await startPortalProcess(dataDir, { ...options, env: { ...PRODUCTION, ...options.env } });
  portals.push(portal);
  return portal;
}

async function killServer(): Promise<void> {
  const pid = serverPid();
  if (!pid || !isServerOf(pid, dataFolder())) return;
  process.kill(pid, 'SIGKILL');
  while (isServerOf(pid, dataFolder())) await sleep(20);
}

async function query<Row extends object>(text: string): Promise<Row[]> {
  const password = readFileSync(join(dataDir, 'postgres/password'), 'utf8');
  const client = new pg.Client({
    host: '127.0.0.1',
    port: readPostmaster(dataFolder())?.port,
    user: 'schoolrun',
    password,
    database: 'schoolrun',
  });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

const rememberSomething = () => query('create table if not exists remembered as select 42 as answer');
const whatIsRemembered = async () =>
  (await query<{ answer: number }>('select answer from remembered'))[0]?.answer;
const health = async (portal: PortalProcess) => (await fetch(`${portal.url}/api/health`)).status;

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

  it('comes up again after everything was killed at once', async () => {
    const first = await start();
    await rememberSomething();
    const pid = serverPid();
    process.kill(pid, 'SIGKILL');
    await first.kill();
    expect(existsSync(join(dataFolder(), 'postmaster.pid'))).toBe(true);
    const second = await start();
    expect(await health(second)).toBe(200);
    expect(await whatIsRemembered()).toBe(42);
  });

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
    const early = startPortalProcess(dataDir, { env: PRODUCTION }).then(
      (portal) => portals.push(portal),
      (error: DidNotStart) => error,
    );
    const draft = await firstDraft();
    await sleep(200);
    process.kill(Number(draft.split('-').pop()), 'SIGKILL');
    expect(await early).toBeInstanceOf(DidNotStart);
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    const portal = await start();
    expect(await health(portal)).toBe(200);
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres'))).toEqual(['postgres']);
  });

  it('sweeps away what a start long ago left half made', async () => {
    mkdirSync(join(dataDir, 'postgres.new-4000000/data'), { recursive: true });
    writeFileSync(join(dataDir, 'postgres.new-4000000/data/PG_VERSION'), '18\n');
    await start();
    expect(existsSync(join(dataDir, 'postgres.new-4000000'))).toBe(false);
  });

  it('touches no folder that is not its own', async () => {
    mkdirSync(join(dataDir, 'postgres'), { recursive: true });
    writeFileSync(join(dataDir, 'postgres/thesis.txt'), 'years of work');
    await expect(start()).rejects.toThrow('is not a database of this portal');
    expect(readFileSync(join(dataDir, 'postgres/thesis.txt'), 'utf8')).toBe('years of work');
  });

  it('keeps its password from everybody else and answers nobody from outside', async () => {
    await start();
    expect(statSync(join(dataDir, 'postgres/password')).mode & 0o777).toBe(0o600);
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
  it('are refused with a sentence, and the first goes on', async () => {
    const first = await start();
    const refused = await start().catch((error: DidNotStart) => error);
    expect(refused).toBeInstanceOf(DidNotStart);
    expect((refused as DidNotStart).code).toBe(1);
    expect((refused as DidNotStart).output).toContain(
      `Another portal is already running on the data folder ${dataDir}`,
    );
    expect(await health(first)).toBe(200);
  });

  it('that start at the same moment end as one', async () => {
    const results = await Promise.allSettled([start(), start()]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await health(portals[0] as PortalProcess)).toBe(200);
  });
});

describe('accounts', () => {
  it.runIf(isRoot)('lets root start it, under another account', async () => {
    await start();
    expect(statSync(dataFolder()).uid).not.toBe(0);
  });

  it.runIf(isRoot)('lets root start it in a folder that is closed to everybody else', async () => {
    chmodSync(parent, 0o700);
    const portal = await start();
    expect(await health(portal)).toBe(200);
    expect((await portal.stop()).code).toBe(0);
  });

  it.runIf(isRoot)('lets an ordinary user start it', async () => {
    chownSync(parent, NOBODY, NOBODY);
    await start({ uid: NOBODY, gid: NOBODY });
    expect(statSync(dataFolder()).uid).toBe(NOBODY);
  });
});

describe('a start that cannot succeed', () => {
  it('says so in a sentence when the port is taken, and leaves no server behind', async () => {
    const first = await start();
    const { port } = new URL(first.url);
    const otherDir = join(parent, 'other');
    const refused = await startPortalProcess(otherDir, { env: { ...PRODUCTION, PORT: port } }).catch(
      (error: DidNotStart) => error,
    );
    expect((refused as DidNotStart).output).toContain(`PORT ${port} is already in use`);
    expect(readPostmaster(join(otherDir, 'postgres/data'))).toBeUndefined();
  });

  it.each([
    [{ PORT: 'eighty' }, 'PORT must be a whole number from 0 to 65535.'],
    [{ HOST: '203.0.113.7' }, 'HOST 203.0.113.7 is no address of this machine.'],
    [
      { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x' },
      'DATABASE_URL names a database that cannot be reached (ECONNREFUSED).',
    ],
    [{ DATA_DIR: '/dev/null' }, 'DATA_DIR /dev/null must be a folder that the portal may write to'],
    [{ ALLOW_SANDBOX: '0' }, 'ALLOW_SANDBOX must be 1 in production'],
    [{ VAULT_KEYS: '' }, 'VAULT_KEYS must be set in production'],
  ])('names the variable that is wrong: %j', async (env, sentence) => {
    const refused = await start({ env }).catch((error: DidNotStart) => error);
    expect((refused as DidNotStart).output).toContain(sentence);
    expect((refused as DidNotStart).code).toBe(1);
  });
});

describe('the demo', () => {
  const DEMO = { NODE_ENV: 'development' };
  const people = async () =>
    (await query<{ people: number }>('select count(*)::int as people from users'))[0]?.people;

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
    const early = startPortalProcess(dataDir, { env: DEMO }).then(
      (portal) => portals.push(portal),
      (error: DidNotStart) => error,
    );
    const draft = await firstDraft();
    while (!existsSync(join(dataDir, 'files'))) await sleep(5);
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

async function firstDraft(): Promise<string> {
  for (;;) {
    const draft =
      existsSync(dataDir) && readdirSync(dataDir).find((name) => name.startsWith('postgres.new-'));
    if (draft) return draft;
    await sleep(10);
  }
}
