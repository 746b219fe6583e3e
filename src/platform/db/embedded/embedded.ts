import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { m } from '#i18n/messages.js';
import { describeError } from '#platform/log/describe-error.ts';
import type { Log } from '#platform/log/log.ts';
import { openCluster, type Cluster } from './cluster.ts';
import { asPortal, ensurePortalRole, PORTAL_ROLE } from './portal-account.ts';
import { isOnlyClient, isOnlyUser, LockTaken, takeLocks } from './folder-locks.ts';
import { startServer, stopServer, urlOf, type RunningServer, type ServerSettings } from './server.ts';

export type EmbeddedDatabase = {
  url: string;
  portalRole: string;
  ownerUrl: string;
  /** releases the database; the server stops unless another process still uses the server */
  stop: () => Promise<void>;
};

type Options = {
  dataDir: string;
  log: Log;
  /** only a single portal may use a data folder; tools may work beside the portal */
  role: 'portal' | 'tool';
  settings?: ServerSettings;
};

const DATABASE = 'schoolrun';
const CONNECT_TRIES = 20;
const REVIVE_EVERY_MS = 500;

/**
 * Creates a missing database, adopts a server left running by an earlier portal, or starts the server. A
 * server dying under a running portal is started again.
 * @throws Error with a sentence when another portal uses the data folder
 */
export async function openEmbedded(options: Options): Promise<EmbeddedDatabase> {
  const { dataDir, log, role } = options;
  const cluster = await openCluster(join(dataDir, 'postgres'));
  const held = { stopping: false };
  let { server, holder } = await connect(cluster, options);
  if (server.adopted) log.info({ pid: server.pid }, 'took over the database server that was left running');
  await ensureDatabase(holder);
  await ensurePortalRole(holder, cluster.password);

  const revive = async () => {
    log.error('the database server ended; starting it again');
    while (!held.stopping) {
      try {
        ({ server, holder } = await connect(cluster, options, server.port));
        watch();
        return;
      } catch (error) {
        log.error({ error: describeError(error) }, 'the database server did not start');
        await sleep(REVIVE_EVERY_MS);
      }
    }
  };
  const watch = () => holder.once('end', () => void (held.stopping || revive()));
  watch();

  const stop = async () => {
    held.stopping = true;
    const mayStop = await isLastUser(holder, role).catch(() => false);
    await holder.end().catch(() => undefined);
    if (mayStop) await stopServer(cluster);
  };
  const ownerUrl = urlOf(cluster, server, DATABASE);
  return { url: asPortal(ownerUrl), portalRole: PORTAL_ROLE, ownerUrl, stop };
}

const isLastUser = async (holder: pg.Client, role: Options['role']): Promise<boolean> =>
  (await isOnlyUser(holder)) && (role === 'portal' || (await isOnlyClient(holder)));

type Connected = { server: RunningServer; holder: pg.Client };

async function connect(
  cluster: Cluster,
  { dataDir, role, settings }: Options,
  samePort?: number,
): Promise<Connected> {
  for (let tries = 1; ; tries += 1) {
    const server = await startServer(cluster, settings, samePort);
    const holder = new pg.Client({
      connectionString: urlOf(cluster, server, 'postgres'),
      application_name: `schoolrun ${role}`,
    });
    holder.on('error', () => undefined);
    try {
      await holder.connect();
      await takeLocks(holder, role);
      return { server, holder };
    } catch (error) {
      await holder.end().catch(() => undefined);
      if (error instanceof LockTaken)
        throw new Error(m.portal_data_folder_in_use({ folder: dataDir }), { cause: error });
      // The adopted server may be stopping, after the last user left.
      if (tries === CONNECT_TRIES) throw error;
      await sleep(250);
    }
  }
}

async function ensureDatabase(holder: pg.Client): Promise<void> {
  const { rowCount } = await holder.query('select from pg_database where datname = $1', [DATABASE]);
  if (rowCount === 0) await holder.query(`create database ${DATABASE}`);
}
