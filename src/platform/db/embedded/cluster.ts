import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { findBinaries, refuseIncomplete } from './binaries.ts';
import { isAlive } from './postmaster.ts';
import { letServerIn, serverAccount, type ServerAccount } from './server-account.ts';

export const SUPERUSER = 'schoolrun';

const MAJOR_VERSION = '18';

const PRIVATE = 0o700;

export type Cluster = {
  dataFolder: string;
  logFile: string;
  password: string;
  account: ServerAccount;
};

/** A draft folder is renamed when complete; after a kill, the next start deletes the draft. */
export async function openCluster(home: string): Promise<Cluster> {
  await mkdir(dirname(home), { recursive: true, mode: PRIVATE });
  letServerIn(dirname(home));
  await sweepHalfMade(home);
  if (!existsSync(home)) await makeCluster(home);
  const dataFolder = join(home, 'data');
  const version = await readFile(join(dataFolder, 'PG_VERSION'), 'utf8').catch(() => '');
  const password = await readFile(join(home, 'password'), 'utf8').catch(() => '');
  if (!version || !password) {
    throw new Error(
      `${home} is not a database of this portal; move it away, or set DATA_DIR to another folder.`,
    );
  }
  if (version.trim() !== MAJOR_VERSION) {
    throw new Error(
      `${home} was made by PostgreSQL ${version.trim()} and this portal brings ${MAJOR_VERSION}; ` +
        'dump it with the old version and load it into a new DATA_DIR.',
    );
  }
  await closeHome(home);
  return {
    dataFolder,
    logFile: join(home, 'server.log'),
    password,
    account: serverAccount([dataFolder, findBinaries().postgres]),
  };
}

/** Earlier versions left the folder open to others, for the account of a server started by root. */
async function closeHome(home: string): Promise<void> {
  letServerIn(home);
  if (((await stat(home)).mode & 0o077) !== 0) await chmod(home, PRIVATE);
}

async function makeCluster(home: string): Promise<void> {
  const draft = `${home}.new-${process.pid}`;
  const password = randomBytes(24).toString('base64url');
  const dataFolder = join(draft, 'data');
  await mkdir(dataFolder, { recursive: true, mode: PRIVATE });
  letServerIn(draft);
  const passwordFile = join(draft, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  const account = serverAccount([draft, findBinaries().initdb]);
  await give([dataFolder, passwordFile], account);
  await initialize(dataFolder, passwordFile, account);
  await give([passwordFile], { uid: process.getuid?.(), gid: process.getgid?.() });
  await rename(draft, home).catch(async (error: NodeJS.ErrnoException) => {
    // Another start was quicker, with an equally good database.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    await rm(draft, { recursive: true });
  });
}

async function give(paths: string[], { uid, gid }: { uid?: number; gid?: number }): Promise<void> {
  if (uid === undefined || gid === undefined) return;
  for (const path of paths) await chown(path, uid, gid);
}

async function initialize(dataFolder: string, passwordFile: string, account: ServerAccount): Promise<void> {
  const flags = [
    `--pgdata=${dataFolder}`,
    `--username=${SUPERUSER}`,
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    // The same sort order on every machine, with any locales.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ];
  const [program, ...args] = [...account.prefix, findBinaries().initdb, ...flags] as [string, ...string[]];
  const child = spawn(program, args, { ...spawnIds(account), stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (chunk) => (complaint += String(chunk)));
  const code = await new Promise<number | null>((resolve, reject) =>
    child.on('error', reject).on('close', resolve),
  );
  if (code === 0) return;
  refuseIncomplete(findBinaries());
  throw new Error(`PostgreSQL could not make its data folder: ${complaint.trim()}`);
}

/** Node changes the account only if no prefix program does. */
export function spawnIds(account: ServerAccount): { uid?: number; gid?: number } {
  return account.prefix.length > 0 || account.uid === undefined ? {} : { uid: account.uid, gid: account.gid };
}

async function sweepHalfMade(home: string): Promise<void> {
  const start = `${basename(home)}.new-`;
  for (const name of await readdir(dirname(home))) {
    const maker = Number(name.slice(start.length));
    const isOthers = name.startsWith(start) && maker !== process.pid && isAlive(maker);
    if (name.startsWith(start) && !isOthers)
      await rm(join(dirname(home), name), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
