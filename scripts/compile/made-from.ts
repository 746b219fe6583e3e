import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

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

type Run = { env?: Record<string, string>; tries?: number };

/** Runs one of the installed programs and ends with its exit code when it fails. */
export function run(program: string, args: string[], { env = {}, tries = 1 }: Run = {}): void {
  const { status } = spawnSync(join(ROOT, 'node_modules/.bin', program), args, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  if (status === 0) return;
  if (tries === 1) process.exit(status ?? 1);
  run(program, args, { env, tries: tries - 1 });
}
