import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * PostgreSQL refuses to run as root, so root starts it under another account of the machine.
 * An ordinary user starts it as itself.
 */
export type ServerAccount = {
  uid?: number;
  gid?: number;
  /** a program and its arguments to put before the server's own */
  prefix: string[];
};

const OWN: ServerAccount = { prefix: [] };

/**
 * @param paths  folders that the server must be able to reach
 * @throws Error with a sentence when root finds no account to use
 */
export function serverAccount(paths: string[]): ServerAccount {
  if (!isRoot()) return OWN;
  const account = findServerAccount();
  if (!account) {
    throw new Error(
      'PostgreSQL does not run as root and there is no account "postgres" or "nobody"; ' +
        'start the portal as an ordinary user or set DATABASE_URL.',
    );
  }
  if (paths.every((path) => canReach(path, account))) return { ...account, prefix: [] };
  return throughClosedFolders(account, paths);
}

/** Whether the account of the server reaches a path without a capability. */
export function mayServerReach(path: string): boolean {
  const account = isRoot() ? findServerAccount() : undefined;
  return !account || canReach(path, account);
}

/**
 * Gives a folder that is closed to everybody but its owner to the server's account, as root enters it anyway.
 * Where a folder above is closed to that account too, it would not help.
 */
export function letServerIn(folder: string): void {
  const account = isRoot() ? findServerAccount() : undefined;
  if (!account || !canReach(dirname(folder), account)) return;
  if (statSync(folder).uid !== account.uid) chownSync(folder, account.uid, account.gid);
}

const isRoot = () => process.getuid?.() === 0;

const findServerAccount = () => findAccount('postgres') ?? findAccount('nobody');

// A folder such as /root is closed to every other account. The one capability that opens it is handed
// on, so that a checkout in root's home works without loosening anybody's folder.
function throughClosedFolders(account: { uid: number; gid: number }, paths: string[]): ServerAccount {
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path));
  if (!setpriv) throw outOfReach(paths);
  const capability = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  const ids = [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'];
  const prefix = [setpriv, ...ids, ...capability, '--'];
  const [program, ...rest] = [...prefix, 'ls', '-d', ...paths] as [string, ...string[]];
  const { status, stderr } = spawnSync(program, rest, { encoding: 'utf8' });
  if (status !== 0) throw outOfReach(paths, stderr?.trim());
  return { prefix, ...forOwnership(account) };
}

const outOfReach = (paths: string[], why = '') =>
  new Error(
    `PostgreSQL does not run as root, and its account cannot reach ${paths.join(' or ')}. Start the ` +
      `portal as an ordinary user, or set DATA_DIR to a folder that others may enter. ${why}`.trim(),
  );

// With a prefix the program starts as root and changes over by itself; the numbers still own the folder.
function forOwnership(account: { uid: number; gid: number }) {
  return { uid: account.uid, gid: account.gid };
}

function findAccount(name: string): { uid: number; gid: number } | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  if (!line) return undefined;
  const [, , uid, gid] = line.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

function canReach(path: string, account: { uid: number; gid: number }): boolean {
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) {
    if (!existsSync(folder)) continue;
    const { mode, uid, gid } = statSync(folder);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
  }
  return true;
}
