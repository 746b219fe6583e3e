import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

const PROGRAMS = join(ROOT, 'node_modules/.bin');

/** Files as they are, and all below folders; part of each start, so no pattern is matched. */
export function filesOf(places: readonly string[]): string[] {
  return places.flatMap((place) => {
    if (statSync(place).isFile()) return [place];
    const entries = readdirSync(place, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  });
}

/** Tells whether files have changed since something was made of them; reading them would take longer. */
export function fingerprintOfFiles(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths.toSorted()) {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/** A production install brings no program that builds; what was built elsewhere came with it (H18). */
export const canBuild = (): boolean => existsSync(join(PROGRAMS, 'vite'));

/** Ends a start that finds nothing built and cannot build. */
export function endAsNotBuilt(): never {
  process.stderr.write(
    'Nothing is built here, and the packages that build are not installed: ' +
      'run `npm ci && npm run build` and bring build/ and src/i18n/ along.\n',
  );
  process.exit(1);
}

type Run = { env?: Record<string, string>; tries?: number };

/** What the programs that build have said. */
const LOG = join(ROOT, 'build/build.log');

/** Runs one of the installed programs, and ends with its exit code and what it has said when it fails. */
export function run(program: string, args: string[], { env = {}, tries = 1 }: Run = {}): void {
  mkdirSync(dirname(LOG), { recursive: true });
  const { status, stdout, stderr } = spawnSync(join(PROGRAMS, program), args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 100_000_000,
    env: { ...process.env, ...env },
  });
  const said = `${program} ${args.join(' ')}\n${stdout}${stderr}\n`;
  appendFileSync(LOG, said);
  if (status === 0) return;
  if (tries > 1) return run(program, args, { env, tries: tries - 1 });
  process.stderr.write(said);
  process.exit(status ?? 1);
}
