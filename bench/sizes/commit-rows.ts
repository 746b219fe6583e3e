import { beside, median, partOf, percentile } from './figures.ts';
import type { Row } from './table.ts';
import type { Commit } from './tree.ts';

const LONGEST_SUBJECT = 60;

/** The history that a reader asks why. */
export function commitRows(commits: Commit[], recent: Commit[]): Row[] {
  const files = commits.map((commit) => commit.files);
  const lines = commits.map((commit) => commit.lines).filter((count) => count > 0);
  const subjects = recent.map(({ subject }) => subject.length);
  const long = subjects.filter((length) => length > LONGEST_SUBJECT).length;
  return [
    ['commits with a body', partOf(commits.filter(({ hasBody }) => hasBody).length, commits.length)],
    ['commit size, median files / lines', beside(median(files), median(lines))],
    ['commit size, p95 files / lines', beside(percentile(files, 0.95), percentile(lines, 0.95))],
    [
      `commit subjects since the last tag: median characters; over ${LONGEST_SUBJECT}`,
      `${median(subjects)}; ${partOf(long, subjects.length)}`,
    ],
  ];
}
