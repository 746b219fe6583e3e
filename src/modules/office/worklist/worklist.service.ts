import { hasRight, type Reader } from '#kit/endpoint/right.ts';
import { rightRefusals } from '#kit/endpoint/right.refusals.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { firstPage, type Place } from '#kit/list/list-endpoint.ts';
import { totalOf } from '#kit/list/list-total.ts';
import { pick } from '#kit/pick.ts';
import { addDays, dayIn, daysBetween, startOfDayIn, type PlainDate } from '#kit/plain-date.ts';
import { Refusal } from '#kit/refusal.ts';
import { fullName } from '#kit/text/full-name.ts';
import { editedMeanwhile } from '#modules/accounts/edited-meanwhile.service.ts';
import { rightsOf } from '#modules/accounts/rights.ts';
import { listStaff } from '#modules/accounts/staff/staff-members.service.ts';
import type { Matter } from '#modules/billing/worklist/worklist.contract.ts';
import { getCompany } from '#modules/catalog/catalog.service.ts';
import { currentCatalog } from '#modules/catalog/current-catalog.service.ts';
import { officeRefusals } from '#modules/office/office.refusals.ts';
import { changedFields, writeAudit } from '#platform/audit/audit.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { pageOf } from '#platform/db/page-of-rows.ts';
import { deleteClaimsBeside, findClaim, saveClaim, type ClaimRow } from '#platform/work/work-claims.ts';
import { WORK_KINDS, WORK_SHOWN, workFacts, workTone, type WorkKind } from './work-kinds.ts';
import { workSources, type WorkClock, type WorkNeeds } from './work-sources.service.ts';
import type { WORK_OWNERS, WorkItem, WorkPage, WorkShow } from './worklist.contract.ts';
import * as rows from './worklist.queries.ts';
import type { WorkEntry } from './worklist.queries.ts';

/** Who lacks the right of a kind reads none of its entries, and no count. */
const kindsOf = (reader: Reader): WorkKind[] =>
  WORK_KINDS.filter((kind) => hasRight(reader, workFacts(kind).right));

type Asked = Place & {
  show: WorkShow;
  owner: (typeof WORK_OWNERS)[number];
  kind: WorkKind | '';
  school: string;
  older: number;
};

/** An entry of a company day is so many days old from the end of the day on. */
const beforeOf = ({ time_zone, today }: { time_zone: string; today: PlainDate }, days: number) =>
  days === 0 ? undefined : startOfDayIn(time_zone, addDays(today, 1 - days));

export async function listWork(
  { db, clock }: WorkNeeds,
  viewer: Viewer,
  { show, owner, kind, school, older, ...place }: Asked,
): Promise<WorkPage> {
  const today = clock.today();
  const sources = await workSources({ db, clock }, kindsOf(viewer));
  const before = beforeOf({ time_zone: clock.time_zone, today }, older);
  const filters = { today, me: viewer.user_id, show, owner, school, before };
  const counts = await rows.countEntries(db, sources, filters);
  const shown = sources.filter((source) => kind === '' || source.kind === kind);
  const found = await rows.pageOfEntries(db, shown, { filters, ...place });
  const ages = await agesOf(db);
  const page = pageOf(found, place, (entry) => [entry.since_ms, entry.kind, entry.subject]);
  const { program_groups } = await currentCatalog(db);
  const listed = counts.filter((count) => kind === '' || count.kind === kind);
  return {
    ...page,
    rows: page.rows.map((entry) => toItem(entry, clock, ages)),
    ...totalOf(listed.reduce((all, { n }) => all + Math.min(n, WORK_SHOWN), 0)),
    kinds: sources.map((source) => ({
      kind: source.kind,
      n: counts.find((count) => count.kind === source.kind)?.n ?? 0,
      list: workFacts(source.kind).list,
    })),
    schools: program_groups.map((group) => pick(group, ['path', 'text'])),
    people: await listPeople(db),
  };
}

type Ages = Parameters<typeof workTone>[1];

const agesOf = async (db: Db): Promise<Ages> => (await getCompany(db)).work_ages;

/** Colleagues who may open the worklist, by name. */
async function listPeople(db: Db): Promise<WorkPage['people']> {
  return (await listStaff(db)).flatMap(({ id, role, is_disabled, is_pending, ...names }) => {
    const rights = rightsOf([role]);
    if (is_disabled || is_pending || !rights.has('families_write')) return [];
    return [
      {
        id,
        name: fullName(names),
        kinds: WORK_KINDS.filter((kind) => rights.has(workFacts(kind).right)),
      },
    ];
  });
}

function toItem(entry: WorkEntry, { time_zone, today }: WorkClock, ages: Ages): WorkItem {
  const { kind, owner_id, owner } = entry;
  const { act, path, done, mail } = workFacts(kind);
  const since = new Date(entry.since_ms);
  const days = Math.max(0, daysBetween(dayIn(time_zone, since), today()));
  const address = path({ ...entry, program_group_id: entry.group_id });
  return {
    ...pick(entry, ['kind', 'subject', 'hidden_until', 'note', 'is_done', 'version']),
    title: titleOf(entry),
    detail: [entry.contract_number, entry.route, entry.school].filter((part) => part !== null).join(', '),
    topic: entry.detail,
    since: since.toISOString(),
    days,
    tone: workTone({ kind, days }, ages),
    owner: owner_id === null ? null : { id: owner_id, name: owner ? fullName(owner) : '' },
    path: address,
    act: { name: act(), path: done === 'act' ? null : address },
    mail: mail ? { kind: mail, id: Number(entry.subject), order_id: entry.order_id } : null,
    may_be_done: done !== undefined,
  };
}

const titleOf = ({ title, student, family }: WorkEntry): string =>
  [title ?? (student && fullName(student)), !title && family && fullName(family)]
    .filter((name) => typeof name === 'string' && name !== '')
    .join(', ');

type Claiming = Pick<ClaimRow, 'subject' | 'owner_id' | 'hidden_until' | 'note' | 'version'> & {
  kind: WorkKind;
  is_done: boolean;
};

type Deps = { tx: Tx; clock: WorkClock };

/**
 * @throws right_missing, work_gone, work_owner_unknown, work_day_past, work_has_state, edited_meanwhile
 */
export async function claimWork({ tx, clock }: Deps, viewer: Viewer, asked: Claiming): Promise<WorkItem> {
  const { kind, subject } = asked;
  if (!hasRight(viewer, workFacts(kind).right)) throw new Refusal(rightRefusals.right_missing);
  const entry = await findEntry({ tx, clock }, viewer, asked);
  if (!entry) throw new Refusal(officeRefusals.work_gone);
  const before = await findClaim(tx, { kind, subject });
  await refuseWrong({ tx, clock }, asked, before);
  const now = clock.now();
  const { is_done, ...claim } = asked;
  const done_at = is_done ? (entry.is_done ? before!.done_at : now) : null;
  const saved = await saveClaim(tx, { ...claim, user_id: entry.user_id, done_at });
  const ages = await agesOf(tx);
  const readAgain = async () => toItem((await findEntry({ tx, clock }, viewer, asked))!, clock, ages);
  if (!saved) throw await editedMeanwhile(tx, now, { subject: subjectOf(asked), current: await readAgain() });
  await writeAudit(tx, now, viewer, {
    action: 'work.claim',
    subject: subjectOf(asked),
    detail: { kind, version: saved.version },
    ...changedFields(audited(before), audited(saved)),
  });
  return readAgain();
}

const subjectOf = ({ kind, subject }: { kind: string; subject: string }) => `work:${kind}/${subject}`;

/** The words of the note stand with the entry alone, and go with it. */
const audited = (claim: ClaimRow | undefined) => ({
  owner_id: claim?.owner_id ?? null,
  hidden_until: claim?.hidden_until ?? null,
  has_note: claim?.note != null,
  done: claim?.done_at != null,
});

async function findEntry(
  { tx, clock }: Deps,
  { user_id: me }: Viewer,
  { kind, subject }: Pick<Claiming, 'kind' | 'subject'>,
): Promise<WorkEntry | undefined> {
  const [source] = await workSources({ db: tx, clock }, [kind]);
  return rows.findEntry(tx, source!, subject, { today: clock.today(), me });
}

/** Unchanged values of the claim are not checked again. */
async function refuseWrong(
  { tx, clock }: Deps,
  asked: Claiming,
  before: ClaimRow | undefined,
): Promise<void> {
  const { kind, owner_id, hidden_until, is_done } = asked;
  if (owner_id !== null && owner_id !== before?.owner_id) {
    const person = (await listPeople(tx)).find(({ id }) => id === owner_id);
    if (!person?.kinds.includes(kind)) throw new Refusal(officeRefusals.work_owner_unknown);
  }
  if (hidden_until !== null && hidden_until <= clock.today()) throw new Refusal(officeRefusals.work_day_past);
  if (is_done && !workFacts(kind).done) throw new Refusal(officeRefusals.work_has_state);
}

export type WorkOfKind = { kind: WorkKind; n: number; oldest_days: number | null; own: number };

/**
 * Counts the waiting entries by kind, within the rights of the viewer (OF9.6).
 * @param matters  the open matters of money, which the caller has read
 */
export async function countWork(
  { db, clock }: WorkNeeds,
  viewer: Viewer,
  matters: readonly Matter[],
): Promise<WorkOfKind[]> {
  const today = clock.today();
  const kinds = kindsOf(viewer);
  const sources = await workSources({ db, clock }, kinds, matters);
  const filters = { today, me: viewer.user_id, owner: 'all', school: '', before: undefined } as const;
  const counts = await rows.countEntries(db, sources, { ...filters, show: 'waiting' });
  const daysSince = (ms: number) => daysBetween(dayIn(clock.time_zone, new Date(ms)), today);
  return kinds.map((kind) => {
    const count = counts.find((one) => one.kind === kind);
    const oldest = count?.oldest_ms ?? null;
    return {
      kind,
      n: count?.n ?? 0,
      oldest_days: oldest === null ? null : Math.max(0, daysSince(oldest)),
      own: count?.own ?? 0,
    };
  });
}

export type RedKind = Pick<WorkOfKind, 'kind' | 'n'> & { days: number };

/** The own entries of a person that are red by now, by kind (OF9.5). */
export async function redWork(
  { db, clock }: WorkNeeds,
  person: Reader & Pick<Viewer, 'user_id'>,
): Promise<RedKind[]> {
  const filters = {
    today: clock.today(),
    me: person.user_id,
    show: 'waiting',
    owner: 'mine',
    school: '',
    before: undefined,
  } as const;
  const sources = await workSources({ db, clock }, kindsOf(person));
  const ages = await agesOf(db);
  const limit = sources.length * WORK_SHOWN;
  const found = await rows.pageOfEntries(db, sources, { filters, ...firstPage('oldest', limit) });
  const red = found.map((entry) => toItem(entry, clock, ages)).filter(({ tone }) => tone === 'red');
  return [...Map.groupBy(red, ({ kind }) => kind)].map(([kind, items]) => ({
    kind,
    n: items.length,
    days: Math.max(...items.map(({ days }) => days)),
  }));
}

/** Deletes the claims of gone entries: a returning entry is a new entry (OF9.1). */
export async function forgetGoneWork(needs: WorkNeeds): Promise<void> {
  await deleteClaimsBeside(needs.db, rows.keysOf(await workSources(needs, WORK_KINDS)));
}
