/** One line of the table: what is counted, and its figures. */
export type Row = [name: string, figures: string];
export type Column = { name: string; rows: Row[] };

/** A Markdown table, the trees side by side. */
export function tableOf(columns: Column[]): string {
  const [first] = columns;
  const lines = (first?.rows ?? []).map(([name], at) => [
    name,
    ...columns.map(({ rows }) => rows[at]?.[1] ?? ''),
  ]);
  const head = ['', ...columns.map(({ name }) => name)];
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
