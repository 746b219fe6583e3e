import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../docs/decisions');
const decisions = globSync('0*.md', { cwd: FOLDER }).sort();
const read = (path: string) => readFileSync(join(FOLDER, path), 'utf8');

describe('the decisions', () => {
  it('are numbered without a gap', () => {
    expect(decisions.map((path) => Number(basename(path).slice(0, 4)))).toEqual(
      decisions.map((_, at) => at + 1),
    );
  });

  it.each(decisions)('%s has its number, a date and a status', (path) => {
    const number = Number(path.slice(0, 4));
    const status = String.raw`(accepted|superseded by \[decision \d+\]\(.+\))`;
    expect(read(path)).toMatch(
      new RegExp(String.raw`^# ${number}\. .+\n\nDate: \d{4}-\d\d-\d\d\. Status: ${status}\.\n\n## `),
    );
  });

  it.each(decisions)('%s is in the index under its title', (path) => {
    const title = /^# \d+\. (.+)$/m.exec(read(path))?.[1];
    expect(read('README.md')).toContain(`| [${title}](${path}) |`);
  });
});
