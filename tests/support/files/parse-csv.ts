/** Reads a file of cells as a spreadsheet does (RFC 4180), without the mark of UTF-8. */
export function parseCsv(content: string): string[][] {
  const cells = content.replace(/^\uFEFF/, '').matchAll(/"((?:[^"]|"")*)"(,|\r\n)/g);
  const rows: string[][] = [[]];
  for (const [, cell, end] of cells) {
    rows.at(-1)!.push(cell!.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}
