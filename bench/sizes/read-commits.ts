import type { Commit } from './tree.ts';

/** Prints each commit's subject and body between control characters; `--numstat` adds its files. */
export const COMMIT_FORMAT = '--format=%x1e%s%x1f%b%x1f';

// npm writes thousands of its lines at once, which says nothing about how much a commit asks of its reader.
const LOCK_FILE = 'package-lock.json';

/** Reads the output of `git log --numstat` in COMMIT_FORMAT, newest first. A picture has no lines. */
export function readCommits(log: string): Commit[] {
  return log.split('\x1e').slice(1).map(readCommit);
}

function readCommit(record: string): Commit {
  const [subject = '', body = '', numbers = ''] = record.split('\x1f');
  const files = numbers
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(([, , path]) => path !== undefined && path !== LOCK_FILE);
  const lines = files.reduce(
    (sum, [added, deleted]) => sum + (Number(added) || 0) + (Number(deleted) || 0),
    0,
  );
  return { subject, hasBody: body.trim() !== '', files: files.length, lines };
}
