import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { workbookOf } from './workbook.ts';

type Rows = Parameters<typeof workbookOf>[0][number]['batches'];

async function partsOf(batches: Rows): Promise<Record<string, string>> {
  const columns = [
    { header: 'Name', kind: 'text' },
    { header: 'Amount', kind: 'cents' },
    { header: 'Day', kind: 'day' },
    { header: 'Photo', kind: 'text' },
    { header: 'Tries', kind: 'number' },
  ] as const;
  return filesOf(workbookOf([{ name: '1', columns, batches }]));
}

async function filesOf(book: AsyncIterable<Uint8Array>): Promise<Record<string, string>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of book) chunks.push(chunk);
  const files = unzipSync(new Uint8Array(Buffer.concat(chunks)));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

async function* rows(...batches: (string | number | boolean | null)[][][]) {
  yield* batches;
}

/** @shows OF1.8 */
describe('a workbook', () => {
  it('has a frozen head, widths, true dates, amounts with two decimals, and text as text', async () => {
    const files = await partsOf(
      rows([['=1+1', 110_050, '2027-03-31', 'Yes', 2]], [['@x', null, null, 'No', 0]]),
    );
    const page = files['xl/worksheets/sheet1.xml']!;
    expect(page).toContain('state="frozen"');
    expect(page).toMatch(/<cols>.*width="24"/);
    // 46112 is the serial of 03/31/2026 in spreadsheets; 2027 is 365 days later.
    expect(page).toMatch(/<c r="C2"[^>]*><v>46477<\/v>/);
    expect(page).toMatch(/<c r="B2"[^>]*><v>1100.5<\/v>/);
    expect(page).toMatch(/<c r="E2"[^>]*><v>2<\/v>/);
    expect(page).toMatch(/<c r="A2"[^>]*t="(inlineStr|str|s)"[^>]*>.*=1\+1/);
    expect(page).not.toMatch(/<f>|<f /);
    // The format 4 of every workbook: #,##0.00.
    expect(files['xl/styles.xml']).toContain('numFmtId="4"');
    expect(files['xl/styles.xml']).toContain('mm/dd/yyyy');
  });

  it('has its pages in order, the empty ones too', async () => {
    const page = (name: string, ...batches: [string][][]) => ({
      name,
      columns: [{ header: `of ${name}`, kind: 'text' as const }],
      batches: rows(...batches),
    });
    const pages = [page('first'), page('second', [['one'], ['two']], [['three']]), page('last')];
    const files = await filesOf(workbookOf(pages));
    const names = [...files['xl/workbook.xml']!.matchAll(/<sheet [^>]*name="(\w+)"/g)];
    expect(names.map(([, name]) => name)).toEqual(['first', 'second', 'last']);
    const rowsOf = (n: number) => files[`xl/worksheets/sheet${n}.xml`]!.match(/<row /g)!.length;
    expect([rowsOf(1), rowsOf(2), rowsOf(3)]).toEqual([1, 4, 1]);
    expect(files['xl/worksheets/sheet2.xml']).toMatch(/of second.*one.*two.*three/s);
  });

  it('ends with the error of a reader of rows, and leaves no thread', async () => {
    async function* failing() {
      yield [['a', 1, null, null, null]];
      throw new Error('the database is away');
    }
    await expect(partsOf(failing())).rejects.toThrow('the database is away');
  });
});
