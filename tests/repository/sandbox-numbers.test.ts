import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

it('docs/sandbox.md lists every card and account that the sandbox takes, and no other', () => {
  const taken = read('src/platform/payments/sandbox/test-numbers.ts').matchAll(/^ {2}'(\d+)': /gm);
  const listed = read('docs/sandbox.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...line.split('|')[1]!.matchAll(/`([\d ]+)`/g)]);
  expect(listed.map(([, number]) => number!.replaceAll(' ', '')).toSorted()).toEqual(
    [...taken].map(([, number]) => number!).toSorted(),
  );
});
