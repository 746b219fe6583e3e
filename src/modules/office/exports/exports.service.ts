import { hasRight, isAllowed } from '#kit/endpoint/right.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { LARGEST_PAGE } from '#kit/list/list-endpoint.ts';
import { withoutWords } from '#kit/list/without-words.ts';
import { placeIn } from '#kit/list/place-in.ts';
import type { ServedList } from '#kit/list/served-list.ts';
import { rightRefusals } from '#kit/endpoint/right.refusals.ts';
import { Refusal } from '#kit/refusal.ts';
import { CSV_START, csvLine } from '#kit/text/csv.ts';
import { ofPathPart, signerOf, toPathPart } from '#modules/accounts/sessions/links.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { AppContext } from '#server/app-context.ts';
import type { OpenedArchive } from '#server/http/archives.ts';
import { officeRefusals } from '#modules/office/office.refusals.ts';
import { MOST_EXPORTED } from './exports.contract.ts';

type Deps = Pick<AppContext, 'db' | 'clock' | 'vault'>;
type Lists = ReadonlyMap<string, ServedList>;
type Wanted = { list: string; query: Record<string, string> };

const FOLDER = 'lists';

/** @throws list_unknown, right_missing */
function servedFor(lists: Lists, viewer: Viewer, name: string): ServedList {
  const served = lists.get(name);
  if (!served) throw new Refusal(officeRefusals.list_unknown);
  if (!hasRight(viewer, 'export') || !hasRight(viewer, served.list.guard.right))
    throw new Refusal(rightRefusals.right_missing);
  return served;
}

/** @throws list_unknown for a query that the list does not take */
async function readPage(
  { list, read }: ServedList,
  viewer: Viewer,
  query: Record<string, unknown>,
): ReturnType<ServedList['read']> {
  const checked = list.query.safeParse(query);
  if (!checked.success) throw new Refusal(officeRefusals.list_unknown);
  return read({ ...checked.data, ...placeIn(list, checked.data, viewer) }, { viewer });
}

/**
 * Signs a link to the file of a list.
 * @throws list_unknown, too_many_rows, right_missing
 */
export async function linkToList(
  { clock, vault }: Deps,
  lists: Lists,
  viewer: Viewer,
  { list, query }: Wanted,
): Promise<{ path: string }> {
  const { total } = await readPage(servedFor(lists, viewer, list), viewer, { ...query, limit: 1 });
  if (total > MOST_EXPORTED) throw new Refusal(officeRefusals.too_many_rows);
  const sign = signerOf(vault, clock.now(), viewer);
  return { path: sign(`/storage/${FOLDER}/${list}/${toPathPart(query)}.csv`) };
}

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
  const [, list, asked] = /^lists\/(\w+)\/([\w-]*)\.csv$/.exec(path) ?? [];
  if (!list || asked === undefined || viewer.impersonator_id !== null) return undefined;
  const served = servedFor(lists, viewer, list);
  return {
    content: linesOf(deps, served, viewer, ofPathPart(asked)),
    filename: `${served.file.name(deps.clock.today())}.csv`,
    type: 'text/csv; charset=utf-8',
  };
}

async function* linesOf(
  { db, clock }: Deps,
  served: ServedList,
  viewer: Viewer,
  query: Record<string, string>,
): AsyncGenerator<Uint8Array> {
  const columns = served.file.columns.filter(({ right }) => isAllowed(viewer, right));
  yield Buffer.from(CSV_START + csvLine(columns.map(({ header }) => header())));
  const written = new Set<string | number>();
  let after: string | undefined;
  do {
    const { rows, next } = await readPage(served, viewer, { ...query, after, limit: LARGEST_PAGE });
    const fresh = rows.filter((row) => !written.has(served.file.id(row)));
    for (const row of fresh) written.add(served.file.id(row));
    yield Buffer.from(fresh.map((row) => csvLine(columns.map(({ cell }) => cell(row)))).join(''));
    after = next ?? undefined;
  } while (after !== undefined);
  await writeAudit(db, clock.now(), viewer, {
    action: 'list.export',
    subject: `list:${served.list.name}`,
    detail: { ...withoutWords(query), format: 'csv', rows: written.size },
  });
}
