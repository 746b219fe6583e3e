/**
 * How large the house is: lines a file (median, 95th percentile, largest) and test lines per source line.
 * Run: npm run bench:sizes
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const tracked = execFileSync('git', ['ls-files', 'src', 'tests', 'bench', 'scripts'], { encoding: 'utf8' })
  .trim()
  .split('\n');
const isCode = (path: string) => /\.(ts|tsx|css)$/.test(path);
const isTest = (path: string) => path.startsWith('tests/') || /\.test\.tsx?$/.test(path);
const linesOf = (path: string) => readFileSync(path, 'utf8').trimEnd().split('\n').length;

type Sized = { path: string; lines: number };

function report(name: string, files: Sized[]): number {
  const sorted = files.toSorted((a, b) => a.lines - b.lines);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  const total = sorted.reduce((sum, file) => sum + file.lines, 0);
  const largest = sorted.at(-1);
  console.log(
    `${name}: ${sorted.length} files, ${total} lines; median ${at(0.5)?.lines}, 95th percentile ${at(0.95)?.lines}, largest ${largest?.lines} (${largest?.path})`,
  );
  return total;
}

const sized = tracked.filter(isCode).map((path) => ({ path, lines: linesOf(path) }));
const source = report(
  'source',
  sized.filter((file) => !isTest(file.path)),
);
const tests = report(
  'tests',
  sized.filter((file) => isTest(file.path)),
);
console.log(`test lines per source line: ${(tests / source).toFixed(2)}`);
