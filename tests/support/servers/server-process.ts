import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverAccount, type ServerAccount } from '#platform/db/embedded/server-account.ts';

/** A folder for servers, which belongs to the account that they run as: root may run none of them. */
export type ServerFolder = { path: string; account: ServerAccount; remove(): void };

export function makeServerFolder(name: string): ServerFolder {
  const path = mkdtempSync(join(tmpdir(), `schoolrun-${name}-`));
  const account = serverAccount([]);
  if (account.uid !== undefined) chownSync(path, account.uid, account.gid!);
  chmodSync(path, 0o755);
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  return { path, account, remove };
}

/** A folder inside, of the same account. */
export function makeFolder({ path, account }: ServerFolder, name: string): string {
  const inside = join(path, name);
  mkdirSync(inside, { mode: 0o700 });
  if (account.uid !== undefined) chownSync(inside, account.uid, account.gid!);
  return inside;
}

/** Gives a folder that was copied into it, with all that is inside, to the same account. */
export function giveToAccount({ account }: ServerFolder, folder: string): void {
  chmodSync(folder, 0o700);
  if (account.uid === undefined) return;
  for (const name of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
    chownSync(join(folder, name), account.uid, account.gid!);
}

const idsOf = ({ uid, gid }: ServerAccount) => (uid === undefined ? {} : { uid, gid });

/**
 * Runs a program to its end.
 * @throws what it said where it failed
 */
export function runProgram(account: ServerAccount, program: string, args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    ...idsOf(account),
    encoding: 'utf8',
    cwd: '/',
    env: { PATH: process.env.PATH },
  });
  if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr}`);
  return stdout;
}

/** Starts a program that goes on; what it says goes into a file. */
export function startProgram(
  account: ServerAccount,
  { program, args, logFile }: { program: string; args: string[]; logFile: string },
): ChildProcess {
  const log = openSync(logFile, 'a');
  const child = spawn(program, args, { ...idsOf(account), cwd: '/', stdio: ['ignore', log, log] });
  closeSync(log);
  return child;
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
