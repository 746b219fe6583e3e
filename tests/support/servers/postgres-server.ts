import { spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findPostgres } from './find-programs.ts';
import { freePort, runProgram, startProgram, type ServerFolder } from './server-process.ts';

/** A PostgreSQL of a package, as an operator runs one: with an owner and a role of the portal. */
export type PostgresServer = {
  port: number;
  dataFolder: string;
  /** of a role: `postgres`, `owner` or `portal` */
  url(role: Role): string;
  /** statements as the superuser, or another role */
  ask<Row extends object>(text: string, role?: Role): Promise<Row[]>;
  /** ends it with all its processes as a power cut would */
  kill(): Promise<void>;
  /** stops all its processes where they are: connections stay, and nobody answers */
  hang(): void;
  /** lets a replica, or one that recovers, take over */
  promote(): void;
  stop(): Promise<void>;
};

type Role = 'postgres' | 'owner' | 'portal';

const PASSWORD = 'drill';
const DATABASE = 'portal';
const READY_WITHIN_MS = 60_000;

const programs = () => {
  const found = findPostgres();
  if (!found) throw new Error('there is no PostgreSQL server of a package');
  return found;
};

/** Makes an empty cluster with the two roles and the database of docs/operations.md, and starts it. */
export async function makePostgres(
  folder: ServerFolder,
  name: string,
  settings: Record<string, string> = {},
): Promise<PostgresServer> {
  const dataFolder = join(folder.path, name);
  const passwordFile = join(folder.path, `${name}.password`);
  writeFileSync(passwordFile, PASSWORD, { mode: 0o644 });
  runProgram(folder.account, programs().path('initdb'), [
    `--pgdata=${dataFolder}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C',
  ]);
  const server = await startPostgres(folder, dataFolder, settings);
  for (const role of ['owner', 'portal'])
    await server.ask(`create role ${role} login password '${PASSWORD}'`);
  await server.ask(`create database ${DATABASE} owner owner`);
  return server;
}

/** A copy of a running server, taken by `pg_basebackup`; `args` say of which kind. */
export function takeBaseBackup(
  folder: ServerFolder,
  from: PostgresServer,
  { name, args }: { name: string; args: string[] },
): string {
  const dataFolder = join(folder.path, name);
  const login = `host=127.0.0.1 port=${from.port} user=postgres password=${PASSWORD}`;
  runProgram(folder.account, programs().path('pg_basebackup'), [
    '-d',
    `${login} application_name=${name}`,
    '-D',
    dataFolder,
    '--checkpoint=fast',
    ...args,
  ]);
  return dataFolder;
}

/** Writes settings into a cluster that is not running. */
export function configure(dataFolder: string, settings: Record<string, string>): void {
  const lines = Object.entries(settings).map(
    ([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`,
  );
  appendFileSync(join(dataFolder, 'postgresql.conf'), lines.join(''));
}

export async function startPostgres(
  folder: ServerFolder,
  dataFolder: string,
  settings: Record<string, string> = {},
): Promise<PostgresServer> {
  const port = await freePort();
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
    max_connections: '150',
    log_line_prefix: '%m [%p] ',
    ...settings,
  };
  const logFile = `${dataFolder}.log`;
  const child = startProgram(folder.account, {
    program: programs().path('postgres'),
    args: ['-D', dataFolder, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    logFile,
  });
  const url = (role: Role) =>
    `postgres://${role}:${PASSWORD}@127.0.0.1:${port}/${role === 'postgres' ? 'postgres' : DATABASE}`;
  const server: PostgresServer = {
    port,
    dataFolder,
    url,
    ask: (text, role = 'postgres') => askOnce(url(role), text),
    kill: () => killAll(child),
    hang: () => signalAll([child.pid!, ...childrenOf(child)], 'SIGSTOP'),
    promote: () =>
      void runProgram(folder.account, programs().path('pg_ctl'), ['promote', '-w', '-D', dataFolder]),
    stop: () => end(child, 'SIGINT'),
  };
  await waitUntilReady(server, child, logFile);
  return server;
}

async function askOnce<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

async function waitUntilReady(server: PostgresServer, child: ChildProcess, logFile: string): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const isReady = await server.ask('select 1').then(
      () => true,
      () => false,
    );
    if (isReady) return;
    if (child.exitCode !== null || performance.now() > deadline)
      throw new Error(`PostgreSQL did not start: ${readFileSync(logFile, 'utf8').slice(-2_000)}`);
    await sleep(100);
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

async function killAll(child: ChildProcess): Promise<void> {
  const children = childrenOf(child);
  await end(child, 'SIGKILL');
  signalAll(children, 'SIGKILL');
}

function childrenOf({ pid }: ChildProcess): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return stdout.trim().split(/\s+/).filter(Boolean).map(Number);
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended by itself.
    }
  }
}
