import { Writable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import { WorkbookWriter } from '@cj-tech-master/excelts';
import type { CellValue } from '#kit/list/list-file.ts';
import { lowerPriority } from './lower-priority.ts';
import type { BookPart, BookRows, BookSetting, BookPage, WrittenKind } from './workbook.ts';

// As the thread of emails: below every request.
const LOW_PRIORITY = 10;

const FORMATS: Partial<Record<WrittenKind, string>> = { cents: '#,##0.00', day: 'mm/dd/yyyy' };

const WIDTHS: Record<WrittenKind, number> = { text: 24, number: 12, cents: 14, day: 12 };

/** Amounts are numbers with two decimals, and days true dates; any other text stays text, `=1+1` too. */
function cellOf(kind: WrittenKind, value: CellValue): string | number | Date | null {
  if (value === null || value === '') return null;
  if (kind === 'cents') return Number(value) / 100;
  if (kind === 'day') return new Date(`${String(value)}T00:00:00Z`);
  if (kind === 'number') return Number(value);
  return String(value);
}

lowerPriority(LOW_PRIORITY);

const { pages } = workerData as BookSetting;
const chunks: Uint8Array[] = [];
const stream = new Writable({
  write(chunk: Uint8Array, _, done) {
    chunks.push(chunk);
    done();
  },
});
const workbook = new WorkbookWriter({
  stream,
  useStyles: true,
  useSharedStrings: false,
  trueStreaming: true,
});

function begin({ name, columns }: BookPage) {
  const page = workbook.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1 }] });
  page.columns = columns.map(({ header, kind }, at) => ({
    header,
    key: String(at),
    width: Math.max(WIDTHS[kind], header.length + 2),
    style: FORMATS[kind] ? { numFmt: FORMATS[kind] } : {},
  }));
  return { page, columns };
}

const begun: ReturnType<typeof begin>[] = [];

/** The pages that begin before the rows of a page; the file has one page after the other. */
function pageAt(at: number): ReturnType<typeof begin> {
  while (begun.length <= at) {
    begun.at(-1)?.page.commit();
    begun.push(begin(pages[begun.length]!));
  }
  return begun[at]!;
}

async function take(part: BookRows): Promise<BookPart> {
  if (part === null) {
    pageAt(pages.length - 1);
    await workbook.commit();
  } else {
    const { page, columns } = pageAt(part.page);
    for (const row of part.rows)
      page.addRow(row.map((value, at) => cellOf(columns[at]!.kind, value))).commit();
  }
  return { chunks: chunks.splice(0) };
}

parentPort?.on('message', (part: BookRows) => {
  // oxlint-disable-next-line require-post-message-target-origin -- a thread, no window
  const answer = (written: BookPart) => parentPort?.postMessage(written);
  void take(part).then(answer, (error) => answer({ chunks: [], error: String(error) }));
});
