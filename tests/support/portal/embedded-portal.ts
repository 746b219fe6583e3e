import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach } from 'vitest';
import { readPostmaster } from '#platform/db/embedded/postmaster.ts';
import { dataFolderOf, killServerOf, serverPidOf } from './data-folder-database.ts';
import { startPortalProcess, type PortalProcess } from './portal-process.ts';

export const PRODUCTION = {
  NODE_ENV: 'production',
  ALLOW_SANDBOX: '1',
  VAULT_KEYS: Buffer.alloc(32).toString('base64'),
  PUBLIC_URL: 'https://portal.example',
  // Nothing is mailed in these tests.
  SMTP_URL: 'smtps://127.0.0.1:1',
};

/** The same with the demo, for this machine alone. */
export const DEMO = { NODE_ENV: 'development', PUBLIC_URL: '' };

/** Where the portals of one test live, and those that it has started. */
export const home = { parent: '', dataDir: '', portals: [] as PortalProcess[] };

/** A folder of its own for each test of a file; what still runs at its end is killed. */
export function useEmptyFolder(): void {
  beforeEach(() => {
    home.parent = mkdtempSync(join(tmpdir(), 'schoolrun-embedded-'));
    chmodSync(home.parent, 0o755);
    home.dataDir = join(home.parent, 'data');
    home.portals = [];
  });
  afterEach(async () => {
    for (const portal of home.portals) await portal.kill();
    await killServer();
    rmSync(home.parent, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  });
}

export const dataFolder = () => dataFolderOf(home.dataDir);
export const serverPid = () => serverPidOf(home.dataDir);
export const killServer = () => killServerOf(home.dataDir);

export async function start(options: Parameters<typeof startPortalProcess>[1] = {}): Promise<PortalProcess> {
  // A production start fills no demo, which few of these tests need.
  const env = { ...PRODUCTION, ...options.env };
  // The portal as `npm start` runs it starts in a third of the time that its sources take.
  const portal = await startPortalProcess(home.dataDir, { script: 'scripts/start.js', ...options, env });
  home.portals.push(portal);
  return portal;
}

export async function query<Row extends object>(text: string): Promise<Row[]> {
  const password = readFileSync(join(home.dataDir, 'postgres/password'), 'utf8');
  const client = new pg.Client({
    host: '127.0.0.1',
    port: readPostmaster(dataFolder())?.port,
    user: 'schoolrun',
    password,
    database: 'schoolrun',
  });
  // A server that ends meanwhile is reported by the query.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

export const rememberSomething = () => query('create table if not exists remembered as select 42 as answer');

export const whatIsRemembered = async () =>
  (await query<{ answer: number }>('select answer from remembered'))[0]?.answer;

export const health = async (portal: PortalProcess) => (await fetch(`${portal.url}/api/health`)).status;

/** How many accounts there are: the demo has seven. */
export const people = async () =>
  (await query<{ people: number }>('select count(*)::int as people from users'))[0]?.people;

/** The name of the half-made database that a first start works on. */
export async function firstDraft(): Promise<string> {
  for (;;) {
    const found =
      existsSync(home.dataDir) && readdirSync(home.dataDir).find((name) => name.startsWith('postgres.new-'));
    if (found) return found;
    await sleep(10);
  }
}
