import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import { isAlive } from '#platform/db/embedded/postmaster.ts';
import { openCluster } from '#platform/db/embedded/cluster.ts';
import { startServer, stopServer, urlOf } from '#platform/db/embedded/server.ts';
import { ensurePortalRole, PORTAL_ROLE } from '#platform/db/embedded/portal-account.ts';
import { migrateDatabase } from '#platform/db/migrate.ts';
import { runBeside } from './clone-database.ts';

// Nothing here outlives the run, so nothing is written through to the disk.
const FORGETFUL = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

const FOLDERS = 'schoolrun-tests-';

// Where Linux keeps files in memory. A run needs some hundred megabytes, as each test file copies a database.
const IN_MEMORY = '/dev/shm';
const ROOM_BYTES = 2_000_000_000;

/**
 * Starts a PostgreSQL for one run, with a migrated database to copy.
 * @returns its owner's address, ending in the migrated database
 */
export async function startThrowawayServer(): Promise<{ templateUrl: string; stop(): Promise<void> }> {
  await sweepKilledRuns();
  const folder = await mkdtemp(join(await folderWithRoom(), `${FOLDERS}${process.pid}-`));
  await chmod(folder, 0o755);
  const cluster = await openCluster(join(folder, 'postgres'));
  const server = await startServer(cluster, FORGETFUL);
  const templateUrl = urlOf(cluster, server, 'schoolrun_template');
  await runBeside(templateUrl, 'create database schoolrun_template');
  await asSuperuser(templateUrl, (client) => ensurePortalRole(client, cluster.password));
  await migrateDatabase(templateUrl, { portalRole: PORTAL_ROLE });
  const stop = async () => {
    await stopServer(cluster);
    await rm(folder, { recursive: true, force: true });
  };
  return { templateUrl, stop };
}

async function folderWithRoom(): Promise<string> {
  const { bavail, bsize } = await statfs(IN_MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize >= ROOM_BYTES ? IN_MEMORY : tmpdir();
}

async function asSuperuser(url: string, act: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await act(client).finally(() => client.end());
}

/** A run that was killed could not stop its server; the next run does. */
async function sweepKilledRuns(): Promise<void> {
  const inMemory = await readdir(IN_MEMORY).catch(() => []);
  const folders = [
    ...inMemory.map((name) => join(IN_MEMORY, name)),
    ...(await readdir(tmpdir())).map((name) => join(tmpdir(), name)),
  ];
  for (const folder of folders) {
    const maker = Number(new RegExp(`^${FOLDERS}(\\d+)-`).exec(basename(folder))?.[1]);
    if (!maker || isAlive(maker)) continue;
    await openCluster(join(folder, 'postgres')).then(
      (cluster) => stopServer(cluster),
      () => undefined,
    );
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }).catch(() => undefined);
  }
}
