import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** PostgreSQL refuses to run as root: root uses another account of the machine. */
export type ServerAccount = {
  uid?: number;
  gid?: number;
  /** a program with arguments, before the command of the server */
  prefix: string[];
};

const OWN: ServerAccount = { prefix: [] };

/** @throws Error with a sentence when root finds no usable account */
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

export function mayServerReach(path: string): boolean {
  const account = isRoot() ? findServerAccount() : undefined;
  return !account || canReach(path, account);
}

/** Skipped if a folder above is closed to the account, because the account could not enter anyway. */
export function letServerIn(folder: string): void {
  const account = isRoot() ? findServerAccount() : undefined;
  if (!account || !canReach(dirname(folder), account)) return;
  if (statSync(folder).uid !== account.uid) chownSync(folder, account.uid, account.gid);
}

const isRoot = () => process.getuid?.() === 0;

const findServerAccount = () => findAccount('postgres') ?? findAccount('nobody');

// A folder such as /root is closed to other accounts. The server gets the single capability to enter: a
// checkout in the home of root works with unchanged permissions.
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

// With a prefix, the program starts as root and switches the account; the numbers still own the folder.
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
