import type { SourceText } from '../../scripts/ladder/source-text.ts';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readColumns } from './read-columns.ts';
import { COMMIT_FORMAT, readCommits } from './read-commits.ts';
import type { Tree } from './tree.ts';

const ROOT = join(import.meta.dirname, '../..');
const MOST_BYTES = 512 * 1024 * 1024;
const MEASURED = /^(src|tests|bench|scripts)\/.*\.(ts|tsx|css|sql)$/;
const DOCUMENT = /^(README|docs\/(?!decisions\/|licenses).*)\.md$/;
const SNAPSHOT = /\/migrations\/meta\/\d+_snapshot\.json$/;

/** Generated files, which nobody reads or edits. */
export const GENERATED = ['src/i18n/', 'src/db/migrations/meta/'];

/** @throws Error with git's own words when it refuses */
function git(args: string[], input = ''): Buffer {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: ROOT, maxBuffer: MOST_BYTES, input });
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr?.toString('utf8').trim()}`);
  return stdout;
}

const pathsIn = (output: Buffer) => output.toString('utf8').split('\0').filter(Boolean);

/**
 * Reads a commit from git, without a checkout.
 * @param rev      any name that git knows, e.g. `HEAD~3`
 * @param leftOut  beginnings of paths that are not measured
 * @throws Error when git does not know the commit
 */
export function readCommitTree(rev: string, leftOut: string[]): Tree {
  const entries = pathsIn(git(['ls-tree', '-r', '-z', '--full-tree', rev])).map((entry) => {
    const [attributes = '', path = ''] = entry.split('\t');
    return { path, id: attributes.split(' ')[2] ?? '' };
  });
  const idOf = new Map(entries.map(({ path, id }) => [path, id]));
  const read = (paths: string[]) => readBlobs(paths, idOf);
  return treeOf({ name: rev, rev, paths: [...idOf.keys()], read }, leftOut);
}

/** Reads the files as they are now, those that are not committed yet too; the commits are those of HEAD. */
export function readWorkingFolder(leftOut: string[]): Tree {
  const listed = pathsIn(git(['ls-files', '-z', '--cached', '--others', '--exclude-standard']));
  const paths = [...new Set(listed)].filter((path) => existsSync(join(ROOT, path)));
  const read = (wanted: string[]) =>
    wanted.map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
  return treeOf({ name: 'working folder', rev: 'HEAD', paths, read }, leftOut);
}

type Listing = { name: string; rev: string; paths: string[]; read: (paths: string[]) => SourceText[] };

function treeOf({ name, rev, paths, read }: Listing, leftOut: string[]): Tree {
  const measured = paths.filter(
    (path) => MEASURED.test(path) && !leftOut.some((beginning) => path.startsWith(beginning)),
  );
  const newest = paths
    .filter((path) => SNAPSHOT.test(path))
    .toSorted()
    .at(-1);
  const tag = lastTagOf(rev);
  const [snapshot] = newest === undefined ? [] : read([newest]);
  return {
    name,
    files: read(measured.toSorted()),
    documents: read(paths.filter((path) => DOCUMENT.test(path)).toSorted()),
    columns: snapshot === undefined ? [] : readColumns(snapshot.text),
    commits: commitsOf(rev),
    recent: commitsOf(tag === '' ? rev : `${tag}..${rev}`),
  };
}

/** README and documents as they are now. */
export function readDocuments(): SourceText[] {
  const below = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' });
  const paths = ['README.md', ...below.map((path) => join('docs', path)).toSorted()];
  return paths
    .filter((path) => DOCUMENT.test(path))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}

/** Subjects of the commits since the newest tag; null in a copy without history or tags. */
export function readRecentSubjects(): string[] | null {
  const tag = existsSync(join(ROOT, '.git')) ? lastTagOf('HEAD') : '';
  if (tag === '') return null;
  const range = `${tag}..HEAD`;
  return git(['log', '--no-merges', '--format=%s', range]).toString('utf8').split('\n').filter(Boolean);
}

const commitsOf = (range: string) =>
  readCommits(git(['log', '--no-merges', '-M', '--numstat', COMMIT_FORMAT, range]).toString('utf8'));

/** The newest tag that the commit follows; empty where none does. */
const lastTagOf = (rev: string) =>
  git(['tag', '--merged', rev, '--sort=-creatordate']).toString('utf8').split('\n')[0]!;

/** `git cat-file --batch` answers `<id> blob <bytes>`, a line's end, the bytes, and a line's end. */
function readBlobs(paths: string[], idOf: Map<string, string>): SourceText[] {
  const ids = paths.map((path) => idOf.get(path) ?? '');
  const output = git(['cat-file', '--batch'], ids.map((id) => `${id}\n`).join(''));
  let at = 0;
  return paths.map((path) => {
    const begin = output.indexOf('\n', at) + 1;
    const bytes = Number(output.toString('utf8', at, begin).split(' ')[2]);
    at = begin + bytes + 1;
    return { path, text: output.toString('utf8', begin, begin + bytes) };
  });
}
