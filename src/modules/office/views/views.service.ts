import { fieldLabel } from '#kit/endpoint/field-labels.ts';
import { hasRight } from '#kit/endpoint/right.ts';
import { rightRefusals } from '#kit/endpoint/right.refusals.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { isReadable } from '#kit/list/filter-grammar.ts';
import type { ListEndpoint } from '#kit/list/list-endpoint.ts';
import type { ServedList } from '#kit/list/served-list.ts';
import { pick } from '#kit/pick.ts';
import { Refusal, refuseField } from '#kit/refusal.ts';
import { editedMeanwhile } from '#modules/accounts/edited-meanwhile.service.ts';
import { officeRefusals } from '#modules/office/office.refusals.ts';
import { changedFields, writeAudit } from '#platform/audit/audit.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { OfficeView } from './views.contract.ts';
import * as rows from './views.queries.ts';
import type { ViewRow } from './views.queries.ts';

type Lists = ReadonlyMap<string, ServedList>;
type Query = Readonly<Record<string, string>>;
type Acting = { tx: Tx; now: Date; lists: Lists; viewer: Viewer };

/** The most views beside each other. */
const MOST_VIEWS = 50;

/** Names of an address that are no filters. */
const OF_ADDRESS = ['search', 'sort', 'columns'];

/** @throws list_unknown, also for a list of another right */
function listOf(lists: Lists, viewer: Viewer, name: string): ListEndpoint {
  const list = lists.get(name)?.list;
  if (!list || !hasRight(viewer, list.guard.right)) throw refuseField(officeRefusals.list_unknown, 'list');
  return list;
}

const isThere = ({ kinds, sorts }: ListEndpoint, [name, text]: readonly [string, string]): boolean => {
  if (name === 'sort') return Object.hasOwn(sorts, text);
  const filter = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  return filter ? isReadable(filter, text) : OF_ADDRESS.includes(name);
};

/** Changes of a shared view are for those who change the season or the company (OF1.6). */
const mayShare = (viewer: Viewer) => hasRight(viewer, 'season_write') || hasRight(viewer, 'company');

function toView(list: ListEndpoint, viewer: Viewer, row: ViewRow): OfficeView {
  const entries = Object.entries(row.query);
  const gone = entries.filter((entry) => !isThere(list, entry));
  return {
    ...pick(row, ['id', 'list', 'name', 'is_shared', 'version']),
    query: Object.fromEntries(entries.filter((entry) => isThere(list, entry))),
    gone: gone.map(([name]) => fieldLabel([name])),
    may_change: row.is_shared ? mayShare(viewer) : true,
  };
}

type Reading = Pick<Acting, 'lists' | 'viewer'> & { db: Db };

/** @throws list_unknown */
export async function listViews({ db, lists, viewer }: Reading, name: string): Promise<OfficeView[]> {
  const list = listOf(lists, viewer, name);
  const found = await rows.listViewRows(db, name, viewer.user_id);
  return found.map((row) => toView(list, viewer, row));
}

const given = (query: Query): Query =>
  Object.fromEntries(Object.entries(query).filter(([, text]) => text !== ''));

const kept = ({ name, is_shared, query }: Pick<ViewRow, 'name' | 'is_shared' | 'query'>) => ({
  name,
  is_shared,
  // Words of a search may name a family.
  query: new URLSearchParams(Object.entries(query).filter(([of]) => of !== 'search')).toString(),
});

const subjectOf = ({ id }: { id: number }) => `view:${id}`;

type NewView = { list: string; name: string; is_shared: boolean; query: Query };

/** @throws list_unknown, right_missing, view_name_taken, too_many_views */
export async function addView({ tx, now, lists, viewer }: Acting, asked: NewView): Promise<OfficeView> {
  const list = listOf(lists, viewer, asked.list);
  if (asked.is_shared && !mayShare(viewer)) throw new Refusal(rightRefusals.right_missing);
  const query = given(asked.query);
  const stranger = Object.entries(query).find((entry) => !isThere(list, entry));
  if (stranger) throw refuseField(officeRefusals.list_unknown, 'query');
  const row = await rows.insertView(tx, { ...asked, query, owner_id: viewer.user_id, created_at: now });
  if (!row) throw new Refusal(officeRefusals.view_name_taken);
  if ((await rows.listIdsBeside(tx, row)).length > MOST_VIEWS)
    throw new Refusal(officeRefusals.too_many_views);
  await writeAudit(tx, now, viewer, {
    action: 'view.add',
    subject: subjectOf(row),
    detail: { list: asked.list, version: row.version },
    ...changedFields({ name: null, is_shared: null, query: null }, kept(row)),
  });
  return toView(list, viewer, row);
}

async function getChanged({ tx, viewer }: Pick<Acting, 'tx' | 'viewer'>, id: number): Promise<ViewRow> {
  const row = await rows.lockView(tx, id, viewer.user_id);
  if (!row) throw new Refusal(officeRefusals.view_not_found);
  if (row.is_shared && !mayShare(viewer)) throw new Refusal(rightRefusals.right_missing);
  return row;
}

type Change = { id: number; name: string; query: Query; place: number; version: number };

/** @throws view_not_found, right_missing, edited_meanwhile, view_name_taken, list_unknown */
export async function changeView({ tx, now, lists, viewer }: Acting, change: Change): Promise<OfficeView> {
  const before = await getChanged({ tx, viewer }, change.id);
  const list = listOf(lists, viewer, before.list);
  if (before.version !== change.version) {
    const current = toView(list, viewer, before);
    throw await editedMeanwhile(tx, now, { subject: subjectOf(before), current });
  }
  const query = given(change.query);
  if (!Object.entries(query).every((entry) => isThere(list, entry)))
    throw refuseField(officeRefusals.list_unknown, 'query');
  const row = await rows.updateView(tx, before, { name: change.name, query });
  if (!row) throw new Refusal(officeRefusals.view_name_taken);
  const others = (await rows.listIdsBeside(tx, row)).filter((id) => id !== row.id);
  await rows.placeViews(tx, others.toSpliced(change.place, 0, row.id));
  await writeAudit(tx, now, viewer, {
    action: 'view.change',
    subject: subjectOf(row),
    detail: { list: row.list, version: row.version },
    ...changedFields(kept(before), kept(row)),
  });
  return toView(list, viewer, row);
}

/** @throws view_not_found, right_missing */
export async function removeView({ tx, now, viewer }: Omit<Acting, 'lists'>, id: number): Promise<void> {
  const row = await getChanged({ tx, viewer }, id);
  await rows.deleteView(tx, id);
  await writeAudit(tx, now, viewer, {
    action: 'view.remove',
    subject: subjectOf(row),
    detail: { list: row.list },
    ...changedFields(kept(row), { name: null, is_shared: null, query: null }),
  });
}
