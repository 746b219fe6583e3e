/** One row of a table by its column's heading. */
export type Row<C extends string> = Record<C, string>;

const cellsOf = (line: string) =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());
const isTableLine = (line: string) => line.trim().startsWith('|');

/**
 * Reads the first table under a heading of a Markdown page, for tests that run the page's examples.
 * Nothing is skipped or guessed: a page that lost its table, a column or a cell fails the test.
 * @returns the rows in the order of the page, one at least
 * @throws Error  when the heading or the table is missing, the columns are not exactly these, a row has
 *                another number of cells, or a cell is empty
 */
export function readTable<const C extends string>(
  markdown: string,
  heading: string,
  columns: readonly C[],
): [Row<C>, ...Row<C>[]] {
  const lines = markdown.split('\n');
  const start = lines.indexOf(`## ${heading}`);
  if (start < 0) throw new Error(`no heading "${heading}"`);
  const section = lines.slice(start + 1);
  const end = section.findIndex((line) => line.startsWith('## '));
  const body = end < 0 ? section : section.slice(0, end);
  const first = body.findIndex(isTableLine);
  if (first < 0) throw new Error(`no table under "${heading}"`);
  const afterTable = body.findIndex((line, at) => at > first && !isTableLine(line));
  const [header = '', rule = '', ...rows] = body.slice(first, afterTable < 0 ? undefined : afterTable);

  if (cellsOf(header).join('|') !== columns.join('|'))
    throw new Error(`"${heading}" has the columns ${header}`);
  if (!/^[|\s:-]+$/.test(rule)) throw new Error(`"${heading}" has no line under its columns`);
  const readRow = (line: string): Row<C> => {
    const cells = cellsOf(line);
    if (cells.length !== columns.length || cells.includes(''))
      throw new Error(`"${heading}" has a broken row: ${line}`);
    return Object.fromEntries(columns.map((column, at) => [column, cells[at]])) as Row<C>;
  };
  const [one, ...others] = rows;
  if (one === undefined) throw new Error(`"${heading}" has no rows`);
  return [readRow(one), ...others.map(readRow)];
}
