import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** How long what a build made is there for a portal that has started on it. */
export const KEPT_FOR_MS = 7 * 24 * 60 * 60_000;

/** Which files the last build has made. */
const LIST = 'pages.json';

const FOLDERS = ['client', 'served', 'server'];

const filesIn = (folder: string): string[] =>
  FOLDERS.filter((name) => existsSync(join(folder, name))).flatMap((name) =>
    readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name: file }) => relative(folder, join(parentPath, file))),
  );

/**
 * Moves the files of a finished build over those of the one before, file by file, so that a portal that runs
 * on those misses none. What the new build lacks goes once it is neither of the last build nor of the last
 * days.
 */
export function layOver(draft: string, to: string): void {
  const made = filesIn(draft);
  const list = join(to, LIST);
  const last = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as string[]) : filesIn(to);
  for (const file of made) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    renameSync(join(draft, file), join(to, file));
  }
  const kept = new Set([...made, ...last]);
  for (const file of filesIn(to).filter((each) => !kept.has(each)))
    if (Date.now() - statSync(join(to, file)).mtimeMs > KEPT_FOR_MS) rmSync(join(to, file));
  // A page that is gone is not served by the next start.
  const pages = new Set(made.filter(isPage));
  for (const file of filesIn(to).filter(isPage)) if (!pages.has(file)) rmSync(join(to, file));
  writeFileSync(list, JSON.stringify(made));
  rmSync(draft, { recursive: true });
}

const isPage = (file: string) => file.endsWith('.html');
