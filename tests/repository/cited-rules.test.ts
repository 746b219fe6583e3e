import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkCitations } from '../../scripts/cited-rules/check-citations.ts';
import { citedText } from '../../scripts/cited-rules/cited-text.ts';
import { findCitations } from '../../scripts/cited-rules/find-citations.ts';
import { listKnownNames, vocabularyOf } from '../../scripts/cited-rules/known-names.ts';

const ROOT = join(import.meta.dirname, '../..');
const names = listKnownNames(ROOT);
const known = new Set(names);

const namesIn = (path: string, source: string) =>
  findCitations(citedText(path, source), vocabularyOf(names)).map(({ name }) => name);
const inComment = (text: string) => namesIn('a.ts', `/** ${text} */\nexport const a = 1;\n`);
const unknownIn = (text: string) => inComment(text).filter((name) => !known.has(name));

describe('every rule that a comment or a page cites', () => {
  const report = checkCitations(ROOT);

  it('is in docs/spec, docs/decisions or docs/requirements.tsv', () => {
    expect(report.unknown).toEqual([]);
  });

  it('is looked for in every file, and found in many', () => {
    expect(report.filesRead).toBeGreaterThan(globSync('src/**/*.{ts,tsx}', { cwd: ROOT }).length);
    expect(report.citations).toBeGreaterThan(1_500);
  });

  it('has one heading', () => {
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });
});

describe('a citation of what is nowhere', () => {
  it.each([
    ['Nobody pays twice (M99).', ['M99']],
    ['As M99 says, nobody pays twice.', ['M99']],
    ['Nobody pays twice (Q4).', ['Q4']],
    ['Source: M7, ZZ', ['ZZ']],
    ['Source: reliability 4.3, I15', ['I15']],
    ['Kept for a year (reliability 9.9).', ['reliability 9.9']],
    ['Kept for a year (reliability).', ['reliability']],
    ['Two steps (contracts.md §12).', ['contracts.md §12']],
    ['Two steps (elsewhere.md §1).', ['elsewhere.md §1']],
    ['Two steps (§8).', ['§8']],
    ['The table of docs/domain/nothing.md.', ['docs/domain/nothing.md']],
    ['The title is made at the start (A-999).', ['A-999']],
    ['Nothing is promoted (decision 999).', ['decision 999']],
    ['See decisions 5 and 999.', ['decision 999']],
    ['The table of docs/decisions/0999.', ['decision 999']],
    ['One entry, one line (ASVS 16.4.1, 99.1.1).', ['ASVS 99.1.1']],
    ['Returned as R77.', ['R77']],
  ])('is reported: %s', (text, expected) => {
    expect(unknownIn(text)).toEqual(expected);
  });

  it('is reported with its file and line, also where it ends a title or stands on a page', () => {
    const at = (path: string, source: string) => findCitations(citedText(path, source), vocabularyOf(names));
    const titled = ["test('pays once ", "(M99)', () => {});"].join('');
    expect(at('a.ts', `const a = 1;\n\n${titled}\n`)).toEqual([{ name: 'M99', line: 3 }]);
    expect(at('a.sql', 'select 1;\n-- Once (M99).\n')).toEqual([{ name: 'M99', line: 2 }]);
    expect(at('a.css', 'a {}\n/* Once\n * (M99). */\n')).toEqual([{ name: 'M99', line: 3 }]);
    expect(at('docs/a.md', '# A\n\nOnce (M99).\n')).toEqual([{ name: 'M99', line: 3 }]);
  });
});

describe('a citation', () => {
  it.each([
    ['Newest first (contracts.md §4, PM).', ['PM', 'contracts.md §4']],
    ['For a family (U; "two weeks", accounts.md §9).', ['U', 'accounts.md §9']],
    ['Financial aid (A1 to A7), I1 to I14.', ['A1', 'A7', 'I1', 'I14']],
    ['Source: P, T, B; examples in docs/domain/pricing.md', ['B', 'P', 'T', 'docs/domain/pricing.md']],
    ['Source: A3, P (`aid_fee_base`)', ['A3', 'P']],
    ['Source: contracts.md §3, decision 25', ['contracts.md §3', 'decision 25']],
    ['O9: the client offers the waiting list', ['O9']],
    ['A debit without funds (R01 or R09).', ['R01', 'R09']],
    ['Newest first (contracts.md\n * §4,\n * PM).', ['PM', 'contracts.md §4']],
    ['@shows A-012 B-045', ['A-012', 'B-045']],
  ])('is read in each of its forms: %s', (text, expected) => {
    expect(inComment(text).toSorted()).toEqual(expected);
    expect(unknownIn(text)).toEqual([]);
  });

  it.each([
    'Hashed with SHA-256, sent as UTF-8, refused as U+0000.',
    'At midnight (T00:00) of the day, at 5 PM (AM too), in the USA (US).',
    'A ratio of 4.5 (WCAG 2.2), a file of 4 MB (PDF), Node 24 (ES2024).',
    'A U-turn, a P of ten, and an A and B test.',
    'Licenses L2, N1 or N2; contract 27-HM-000002-U.',
    'A decision, and ## Decision\n 1. of two; it is reliable (reliability of a kind).',
  ])('is told from ordinary words: %s', (text) => {
    expect(inComment(text)).toEqual([]);
  });

  it('is looked for in comments and titles, never in code', () => {
    expect(namesIn('a.ts', "const M99 = f(Q4, 'HML-M98', `M97`, [M96]);\n")).toEqual([]);
    expect(namesIn('docs/a.md', 'Run `npm M99`.\n\n```ts\nM98; // (M97)\n```\n')).toEqual([]);
  });

  it('of a file that cannot be parsed is an error, not silence', () => {
    expect(() => citedText('a.ts', 'const = ;')).toThrow('a.ts cannot be read');
  });
});

describe('a rule', () => {
  it('has a heading of its own, by which a reader finds it', () => {
    const headings =
      readFileSync(join(ROOT, 'docs/spec/rules.md'), 'utf8').match(/^### [A-Z]+\d+ \S.+$/gm) ?? [];
    expect(headings.length).toBeGreaterThan(80);
  });
});
