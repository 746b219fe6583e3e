import { createVault } from '#platform/vault/vault.ts';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { openDatabase, type OpenDatabase } from '#platform/db/database.ts';
import { silentLog } from '#platform/log/log.ts';
import { startPortalProcess, type PortalProcess } from '#tests/support/portal/portal-process.ts';
import { DEMO_SEASON } from '#tests/support/season/demo-season.ts';
import { makeFolder, type ServerFolder } from '#tests/support/servers/server-process.ts';
import type { PostgresServer } from '#tests/support/servers/postgres-server.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Settings that portals behind one address share. */
const KEY = Buffer.alloc(32, 7);
const SHARED = { NODE_ENV: 'test', VAULT_KEYS: KEY.toString('base64') };

/** The vault of portals outside. */
export const outsideVault = () => createVault([KEY]);

/** Runs a command of the project, as an operator does. */
function runCommand(args: string[], env: Record<string, string>): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'schoolrun.js'), ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...SHARED, ...env },
  });
  if (status !== 0) throw new Error(`${args[0]} failed: ${stdout}${stderr}`);
  return stdout;
}

/** Migrates an empty outside database as its owner and imports the season into it. */
export function prepareOutside(folder: ServerFolder, server: PostgresServer): { dataDir: string } {
  const dataDir = makeFolder(folder, 'portal-data');
  const env = { DATA_DIR: dataDir, DATABASE_URL: server.url('portal') };
  runCommand(['migrate'], { ...env, DATABASE_OWNER_URL: server.url('owner') });
  runCommand(['season', 'import', DEMO_SEASON], env);
  return { dataDir };
}

/** Portals on one database, which is reached by `databaseUrl`, and one folder of files. */
export async function startPortals(
  databaseUrl: string,
  { dataDir, count, env = {} }: { dataDir: string; count: number; env?: Record<string, string> },
): Promise<PortalProcess[]> {
  const all = { ...SHARED, DATABASE_URL: databaseUrl, REQUESTS_PER_TOKEN: '0', ...env };
  return Promise.all(Array.from({ length: count }, () => startPortalProcess(dataDir, { env: all })));
}

/** The database past every pooler, as its owner. */
export const openAsOwner = (server: PostgresServer): OpenDatabase =>
  openDatabase(server.url('owner'), { log: silentLog(), maxConnections: 4 });
