import { execFile, spawn } from 'node:child_process';
import { closeSync, openSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findBinaries, refuseIncomplete } from './binaries.ts';
import { spawnIds, SUPERUSER, type Cluster } from './cluster.ts';
import { isServerOf, readPostmaster } from './postmaster.ts';

export type RunningServer = { pid: number; port: number; socketFolder: string; adopted: boolean };

export type ServerSettings = Record<string, string>;

const POLL_MS = 20;
const START_TRIES = 40;
const LOG_LIMIT_BYTES = 10_000_000;

// The log of the server must not quote rows: `terse` drops the values of violated constraints.
const ALWAYS: ServerSettings = {
  listen_addresses: '127.0.0.1',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  max_connections: '100',
  // Starting a helper process costs more than any of our reads gains, and takes a core from buyers.
  max_parallel_workers_per_gather: '0',
  // A page at random costs about as much as the next one: disks of today do not turn.
  random_page_cost: '1.1',
};

const SOCKET_NAME_BYTES = 103;

/** A socket is cheaper than a network connection. Empty if the name would be too long. */
function socketFolderOf({ dataFolder }: Cluster): string {
  const isUsable = process.platform !== 'win32' && !dataFolder.includes(',');
  const length = Buffer.byteLength(join(dataFolder, '.s.PGSQL.65535'));
  return isUsable && length <= SOCKET_NAME_BYTES ? dataFolder : '';
}

/** @param samePort  the port of a restarted server, still in use by clients */
export async function startServer(
  cluster: Cluster,
  settings: ServerSettings = {},
  samePort?: number,
): Promise<RunningServer> {
  for (let tries = 1; ; tries += 1) {
    const adopted = await adoptServer(cluster);
    if (adopted) return adopted;
    const port = samePort ?? (await freePort());
    const unix_socket_directories = socketFolderOf(cluster);
    const started = await spawnServer(cluster, port, { ...ALWAYS, unix_socket_directories, ...settings });
    if (started) return started;
    if (tries === 1) refuseIncomplete(findBinaries());
    // Another start was quicker, the port was taken, or children of a killed server have not noticed yet.
    if (tries === START_TRIES)
      throw new Error(`PostgreSQL did not start; its log ${cluster.logFile} says why.`);
    await sleep(250);
  }
}

async function adoptServer(cluster: Cluster): Promise<RunningServer | undefined> {
  const found = readPostmaster(cluster.dataFolder);
  if (!found) return undefined;
  if (!isServerOf(found.pid, cluster.dataFolder)) {
    // PostgreSQL refuses to start while any process has this number, even another program.
    await rm(join(cluster.dataFolder, 'postmaster.pid'), { force: true });
    return undefined;
  }
  return waitUntilReady(cluster, found.pid, true);
}

async function spawnServer(
  cluster: Cluster,
  port: number,
  settings: ServerSettings,
): Promise<RunningServer | undefined> {
  await turnLog(cluster.logFile);
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const args = ['-D', cluster.dataFolder, '-p', String(port), ...flags];
  const [program, ...rest] = [...cluster.account.prefix, findBinaries().postgres, ...args] as [
    string,
    ...string[],
  ];
  // A file instead of a pipe: the server outlives a killed portal. A separate process group: Ctrl-C reaches
  // the server only through the portal, after the last answer.
  const log = openSync(cluster.logFile, 'a', 0o600);
  const child = spawn(program, rest, {
    ...spawnIds(cluster.account),
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject));
  child.unref();
  const pid = child.pid as number;
  const [server] = await Promise.all([waitUntilReady(cluster, pid, false), scheduleAsBatch(pid)]);
  return server;
}

/**
 * A session never takes the core from the portal in the middle of a turn; optional (`SCHED_BATCH`, sched(7)).
 */
function scheduleAsBatch(pid: number): Promise<void> {
  return new Promise((resolve) => execFile('chrt', ['-b', '-p', '0', String(pid)], () => resolve()));
}

async function waitUntilReady(
  cluster: Cluster,
  pid: number,
  adopted: boolean,
): Promise<RunningServer | undefined> {
  // An ended process not yet reaped still has a number, but serves nothing.
  while (isServerOf(pid, cluster.dataFolder)) {
    const found = readPostmaster(cluster.dataFolder);
    if (found?.pid === pid && found.isReady)
      return { pid, port: found.port, socketFolder: found.socketFolder, adopted };
    await sleep(POLL_MS);
  }
  return undefined;
}

/** After `patienceMs` the server must stop at once: the next start needs a recovery, but no data is lost. */
export async function stopServer(cluster: Pick<Cluster, 'dataFolder'>, patienceMs = 6_000): Promise<void> {
  const pid = readPostmaster(cluster.dataFolder)?.pid;
  if (pid === undefined || !isServerOf(pid, cluster.dataFolder)) return;
  process.kill(pid, 'SIGINT');
  if (await isGoneWithin(cluster, pid, patienceMs)) return;
  process.kill(pid, 'SIGQUIT');
  await isGoneWithin(cluster, pid, 2_000);
}

async function isGoneWithin(
  cluster: Pick<Cluster, 'dataFolder'>,
  pid: number,
  timeoutMs: number,
): Promise<boolean> {
  for (let waited = 0; waited < timeoutMs; waited += POLL_MS) {
    if (!isServerOf(pid, cluster.dataFolder)) return true;
    await sleep(POLL_MS);
  }
  return false;
}

export function urlOf(
  { password }: Pick<Cluster, 'password'>,
  { port, socketFolder }: Pick<RunningServer, 'port' | 'socketFolder'>,
  database: string,
): string {
  const bySocket = socketFolder && `?host=${encodeURIComponent(socketFolder)}`;
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}${bySocket}`;
}

async function turnLog(path: string): Promise<void> {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LOG_LIMIT_BYTES) await rename(path, `${path}.1`);
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
