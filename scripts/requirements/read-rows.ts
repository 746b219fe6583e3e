/** One testable statement of the specifications, a row of docs/requirements.tsv. */
export type Row = { id: string; section: string; statement: string };

const COLUMNS = ['id', 'section', 'area', 'statement', 'observable check', 'kind'];

/** @throws Error when the table has other columns than the six it is known by, or an id twice */
export function readRows(table: string): Row[] {
  const [head = '', ...lines] = table.trimEnd().split('\n');
  if (head !== COLUMNS.join('\t')) throw new Error(`the table of requirements has the columns ${head}`);
  const rows = lines.map((line) => {
    const [id = '', section = '', , statement = ''] = line.split('\t');
    return { id, section, statement };
  });
  if (new Set(rows.map((row) => row.id)).size !== rows.length)
    throw new Error('an id stands twice in the table of requirements');
  return rows;
}
