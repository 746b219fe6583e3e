import { hasRight, isAllowed } from '#kit/endpoint/right.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { invariant } from '#kit/invariant.ts';
import { FILE_TYPES, type CellKind, type FileColumn, type FileFormat } from '#kit/list/list-file.ts';
import { chosenColumns } from '#kit/list/list-view.ts';
import { withoutWords } from '#kit/list/without-words.ts';
import { placeIn } from '#kit/list/place-in.ts';
import type { FoundList, ServedList } from '#kit/list/served-list.ts';
import { rightRefusals } from '#kit/endpoint/right.refusals.ts';
import { Refusal } from '#kit/refusal.ts';
import { CSV_START, csvLine } from '#kit/text/csv.ts';
import { ofPathPart, signerOf, toPathPart } from '#modules/accounts/sessions/links.service.ts';
import { workbookOf } from '#platform/sheets/workbook.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { AppContext } from '#server/app-context.ts';
import type { OpenedArchive } from '#server/http/archives.ts';
import { officeRefusals } from '#modules/office/office.refusals.ts';
import { MOST_EXPORTED } from './exports.contract.ts';

type Deps = Pick<AppContext, 'db' | 'clock' | 'vault'>;
type Lists = ReadonlyMap<string, ServedList>;
type Wanted = { list: string; query: Record<string, string>; columns: string; format: FileFormat };
type Asked = Pick<Wanted, 'query' | 'columns'>;

const FOLDER = 'lists';

/** A page of a file, larger than a page of the list: each page costs a statement. */
const FILE_PAGE = 1_000;

/** @throws list_unknown, right_missing */
function servedFor(lists: Lists, viewer: Viewer, name: string): ServedList {
  const served = lists.get(name);
  if (!served) throw new Refusal(officeRefusals.list_unknown);
  if (!hasRight(viewer, 'export') || !hasRight(viewer, served.list.guard.right))
    throw new Refusal(rightRefusals.right_missing);
  return served;
}

type PageQuery = { after?: string | undefined; limit: number; found?: FoundList; countTo?: number };

/** @throws list_unknown for a query that the list does not take */
async function readPage(
  { list, read }: ServedList,
  viewer: Viewer,
  query: Record<string, string>,
  { after, limit, ...of }: PageQuery,
): ReturnType<ServedList['read']> {
  const checked = list.query.safeParse({ ...query, after });
  if (!checked.success) throw new Refusal(officeRefusals.list_unknown);
  const place = placeIn(list, { ...checked.data, after, limit }, viewer);
  return read({ ...checked.data, ...place, ...of }, { viewer });
}

/**
 * Signs a link to the file of a list.
 * @throws list_unknown, too_many_rows, right_missing
 */
export async function linkToList(
  { clock, vault }: Deps,
  lists: Lists,
  viewer: Viewer,
  { list, format, ...wanted }: Wanted,
): Promise<{ path: string }> {
  const first = { limit: 1, countTo: MOST_EXPORTED };
  const { total, found } = await readPage(servedFor(lists, viewer, list), viewer, wanted.query, first);
  if ((found?.n ?? total) > MOST_EXPORTED) throw new Refusal(officeRefusals.too_many_rows);
  const sign = signerOf(vault, clock.now(), viewer);
  return { path: sign(`/storage/${FOLDER}/${list}/${toPathPart(wanted satisfies Asked)}.${format}`) };
}

const isText = (kind: CellKind | undefined): kind is 'yes_no' | 'instant' =>
  kind === 'yes_no' || kind === 'instant';

/**
 * Opens the file behind a link, page by page, so that a list of any length takes the memory of one page. The
 * end of the file leaves an audit row with the number of rows.
 * @param path below /storage
 */
export async function openList(
  deps: Deps,
  lists: Lists,
  viewer: Viewer,
  path: string,
): Promise<OpenedArchive | undefined> {
  const [, list, asked, ending] = /^lists\/(\w+)\/([\w-]*)\.(csv|xlsx)$/.exec(path) ?? [];
  if (!list || asked === undefined || viewer.impersonator_id !== null) return undefined;
  const { query, columns: chosen } = ofPathPart(asked) as Asked;
  const format = ending as FileFormat;
  const served = servedFor(lists, viewer, list);
  const columns = columnsOf(served, viewer, chosen);
  const pages = rowsOf(deps, served, viewer, { query, columns, format });
  return {
    content: format === 'csv' ? linesOf(columns, pages) : bookOf(columns, pages),
    filename: `${served.file.name(deps.clock.today())}.${format}`,
    type: FILE_TYPES[format],
  };
}

type Columns = readonly FileColumn<unknown>[];

/** The chosen columns of the viewer's rights; a list without keys of columns has all. */
function columnsOf({ file }: ServedList, viewer: Viewer, chosen: string): Columns {
  const allowed = file.columns.filter(({ right }) => isAllowed(viewer, right));
  const keyed = allowed.filter((column): column is typeof column & { key: string } => Boolean(column.key));
  return keyed.length === allowed.length ? chosenColumns(keyed, chosen) : allowed;
}

type Reading = { query: Record<string, string>; columns: Columns; format: FileFormat };

/** The rows of all pages, each once; the first page is read before the head of the file is sent. */
async function* rowsOf(
  { db, clock }: Deps,
  served: ServedList,
  viewer: Viewer,
  { query, columns, format }: Reading,
): AsyncGenerator<readonly unknown[]> {
  const written = new Set<string | number>();
  let page: PageQuery = { limit: FILE_PAGE };
  do {
    const { rows, next, found } = await readPage(served, viewer, query, page);
    const fresh = rows.filter((row) => !written.has(served.file.id(row)));
    for (const row of fresh) written.add(served.file.id(row));
    invariant(written.size <= MOST_EXPORTED, 'a file has more rows than its list had');
    yield fresh;
    page = { limit: FILE_PAGE, after: next ?? undefined, found };
  } while (page.after !== undefined);
  const keys = columns.map(({ key }) => key).filter(Boolean);
  await writeAudit(db, clock.now(), viewer, {
    action: 'list.export',
    subject: `list:${served.list.name}`,
    detail: {
      ...withoutWords(query),
      format,
      ...(keys.length > 0 && { columns: keys.join(',') }),
      rows: written.size,
    },
  });
}

async function* linesOf(
  columns: Columns,
  pages: AsyncIterable<readonly unknown[]>,
): AsyncGenerator<Uint8Array> {
  let head = CSV_START + csvLine(columns.map(({ header }) => header()));
  for await (const rows of pages) {
    yield Buffer.from(head + rows.map((row) => csvLine(columns.map(({ cell }) => cell(row)))).join(''));
    head = '';
  }
}

async function* cellsOf(columns: Columns, pages: AsyncIterable<readonly unknown[]>) {
  for await (const rows of pages)
    yield rows.map((row) =>
      columns.map(({ kind, cell, value }) => (value && !isText(kind) ? value(row) : cell(row))),
    );
}

const bookOf = (columns: Columns, pages: AsyncIterable<readonly unknown[]>) =>
  workbookOf([
    {
      name: '1',
      columns: columns.map(({ header, kind = 'text' }) => ({
        header: header(),
        kind: isText(kind) ? 'text' : kind,
      })),
      batches: cellsOf(columns, pages),
    },
  ]);
