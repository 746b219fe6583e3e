import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findPgBouncer } from './find-programs.ts';
import { freePort, makeFolder, startProgram, type ServerFolder } from './server-process.ts';

/** A PgBouncer that hands out connections for a transaction each. */
export type PgBouncer = {
  url: (role: 'owner' | 'portal') => string;
  /** sends everybody to another server: a new file and a restart, which drops connections that hang too */
  switchTo(port: number): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts one in front of a server, with the settings of docs/operations.md.
 * @param connections  as many as it opens to the server
 */
export async function startPgBouncer(
  folder: ServerFolder,
  serverPort: number,
  connections = 20,
): Promise<PgBouncer> {
  const found = findPgBouncer();
  if (!found) throw new Error('there is no PgBouncer');
  const home = makeFolder(folder, 'pgbouncer');
  const port = await freePort();
  const config = join(home, 'pgbouncer.ini');
  const users = join(home, 'users.txt');
  const write = (path: string, text: string) => {
    writeFileSync(path, text, { mode: 0o644 });
  };
  const settingsFor = (target: number) => `[databases]
portal = host=127.0.0.1 port=${target} dbname=portal
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 500
server_login_retry = 1
logfile = ${join(home, 'pgbouncer.log')}
`;
  write(users, '"owner" "drill"\n"portal" "drill"\n');
  write(config, settingsFor(serverPort));
  const logFile = join(home, 'said.log');
  const url = (role: 'owner' | 'portal') => `postgres://${role}:drill@127.0.0.1:${port}/portal`;
  const start = () => startProgram(folder.account, { program: found.program, args: [config], logFile });
  let child = start();
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  const switchTo = async (target: number) => {
    write(config, settingsFor(target));
    await stop();
    child = start();
    await waitUntilReady(url('portal'), child, logFile);
  };
  await waitUntilReady(url('portal'), child, logFile);
  return { url, switchTo, stop };
}

async function waitUntilReady(url: string, child: ChildProcess, logFile: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('select 1');
      return await client.end();
    } catch (error) {
      await client.end().catch(() => undefined);
      if (child.exitCode !== null || tries > 100)
        throw new Error(`PgBouncer did not start: ${readFileSync(logFile, 'utf8')}`, { cause: error });
      await sleep(100);
    }
  }
}
