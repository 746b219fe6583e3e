import type { Row } from './read-rows.ts';
import type { Shown } from './read-tags.ts';

export type RequirementsMap = { page: string; missing: string[]; unknown: string[] };

const HEAD = `# What the specifications ask, and the test that shows it

Made by \`npm run requirements\` from the tags in the tests (\`/** @shows A-012 */\` above a test) and
[requirements.tsv](../docs/requirements.tsv); not committed.
`;

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** Every row beside the tests that show it, by section; rows without one are marked and counted. */
export function drawMap(rows: readonly Row[], shown: readonly Shown[]): RequirementsMap {
  const byId = new Map<string, Shown[]>();
  for (const test of shown) for (const id of test.ids) byId.set(id, [...(byId.get(id) ?? []), test]);
  const missing = rows.filter((row) => !byId.has(row.id)).map((row) => row.id);
  const known = new Set(rows.map((row) => row.id));
  const unknown = [...byId.keys()].filter((id) => !known.has(id));
  const lines = rows.map((row) => `| ${row.id} | ${cell(row.statement)} | ${testsOf(byId.get(row.id))} |`);
  const count = `${rows.length - missing.length} of ${rows.length} rows are shown.`;
  return {
    page: [HEAD, count, '', '| row | statement | shown by |', '|---|---|---|', ...lines, ''].join('\n'),
    missing,
    unknown,
  };
}

function testsOf(tests: readonly Shown[] = []): string {
  if (tests.length === 0) return '**not yet**';
  return tests.map(({ title, path }) => `[${cell(title)}](../${path})`).join('<br>');
}
