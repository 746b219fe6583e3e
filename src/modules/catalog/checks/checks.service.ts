import { brand } from '#brand/selected-brand.ts';
import { hasRight } from '#kit/endpoint/right.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { Refusal } from '#kit/refusal.ts';
import { fullName } from '#kit/text/full-name.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { readAllObjects } from '#modules/catalog/objects/objects.queries.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { routesIn, type Check, type CheckSubject } from './check.ts';
import { SEVERITY_OF_CHECK, type CheckCode } from './check.states.ts';
import type { CheckAnswer } from './checks.contract.ts';
import {
  countWaiting,
  deletePutAside,
  listPutAside,
  savePutAside,
  schoolsWithAwards,
  type CheckKey,
  type PutAsideRow,
} from './checks.queries.ts';
import { isFull, namedFiles } from './school-checks.ts';
import { checksOf, mendPath } from './season-checks.ts';
import { seasonView, type SeasonView } from './season-view.ts';

type Deps = { db: Database; clock: Pick<Clock, 'now' | 'today'>; files: Pick<FileStore, 'has'> };

/** Asks the store for every file that seasons name; never inside a transaction. */
export async function missingFilesOf(
  files: Pick<FileStore, 'has'>,
  seasons: readonly SeasonView[],
): Promise<ReadonlySet<string>> {
  const keys = [...new Set(seasons.flatMap(namedFiles).map(({ key }) => key))];
  const isThere = await Promise.all(keys.map((key) => files.has(key)));
  return new Set(keys.filter((_, at) => !isThere[at]));
}

export const DRAWN = new Set(brand.schools.map(({ path }) => path));

/** @returns undefined for an unknown season */
export const readSeasonView = async (tx: Tx, period_id: number): Promise<SeasonView | undefined> =>
  seasonView(await readAllObjects(tx), period_id);

type Found = { checks: Check[]; aside: readonly PutAsideRow[] };

/** @throws not_found */
async function findChecks({ db, clock, files }: Deps, period_id: number): Promise<Found> {
  const { season, aside, ...counted } = await db.transaction(async (tx) => {
    const read = await readSeasonView(tx, period_id);
    if (!read) throw new Refusal(catalogRefusals.not_found);
    const full = routesIn(read).flatMap(({ line: { route } }) => (isFull(route) ? [route.id] : []));
    return {
      season: read,
      aside: await listPutAside(tx, period_id),
      waiting: await countWaiting(tx, full),
      awarded: await schoolsWithAwards(tx, period_id),
    };
  });
  const missing_files = await missingFilesOf(files, [season]);
  const facts = { today: clock.today(), now: clock.now(), drawn: DRAWN, missing_files, ...counted };
  return { checks: checksOf(season, facts), aside };
}

/** What was put aside counts while the object of the check has the version of then (SE6.3). */
const asideOf = (aside: readonly PutAsideRow[], { code, subject, field }: Check): PutAsideRow | undefined =>
  aside.find(
    (row) =>
      row.code === code &&
      row.subject_kind === subject.kind &&
      row.subject_id === subject.id &&
      row.field === (field ?? '') &&
      row.subject_version === subject.version,
  );

type Shown = { period_id: number; withMoney: boolean; aside?: PutAsideRow };

export function checkAnswer(check: Check, { period_id, withMoney, aside }: Shown): CheckAnswer {
  const { code, subject, field, text, text_without_money } = check;
  return {
    code,
    severity: SEVERITY_OF_CHECK[code],
    text: withMoney ? text : (text_without_money ?? text),
    subject,
    field,
    mend_path: mendPath(period_id, check),
    put_aside: aside ? { note: aside.note, by: fullName(aside), at: aside.at.toISOString() } : null,
  };
}

const answersOf = ({ checks, aside }: Found, viewer: Viewer, period_id: number): CheckAnswer[] =>
  checks.map((check) =>
    checkAnswer(check, {
      period_id,
      withMoney: hasRight(viewer, 'money'),
      aside: asideOf(aside, check),
    }),
  );

/**
 * The checks of a season; those that were put aside say so. Opens a transaction of its own.
 * @throws not_found
 */
export async function listChecks(deps: Deps, viewer: Viewer, period_id: number): Promise<CheckAnswer[]> {
  return answersOf(await findChecks(deps, period_id), viewer, period_id);
}

type NamedCheck = {
  period_id: number;
  code: CheckCode;
  subject: Pick<CheckSubject, 'kind' | 'id'>;
  field: string | null;
};

const isNamed =
  ({ code, subject, field }: NamedCheck) =>
  (check: Pick<Check, 'code' | 'subject' | 'field'>) =>
    check.code === code &&
    check.subject.kind === subject.kind &&
    check.subject.id === subject.id &&
    check.field === field;

const keyOf = ({ period_id, code, subject, field }: NamedCheck): CheckKey => ({
  period_id,
  code,
  subject_kind: subject.kind,
  subject_id: subject.id,
  field: field ?? '',
});

const auditOf = (put_aside: boolean, { period_id, code, subject, field }: NamedCheck) => ({
  action: put_aside ? 'check.put_aside' : 'check.take_back',
  subject: `${subject.kind}:${subject.id}`,
  detail: { period_id, code, field },
  before: { put_aside: !put_aside },
  after: { put_aside },
});

/** @throws check_changed if the check does not stand any more */
async function getAnswer(deps: Deps, viewer: Viewer, named: NamedCheck): Promise<CheckAnswer> {
  const answer = (await listChecks(deps, viewer, named.period_id)).find(isNamed(named));
  if (!answer) throw new Refusal(catalogRefusals.check_changed);
  return answer;
}

/**
 * Puts a check aside with a note; a second time, nothing changes. Opens transactions of its own.
 * @throws not_found, check_changed, check_stays
 */
export async function putAside(
  deps: Deps,
  viewer: Viewer,
  { version, note, ...named }: NamedCheck & { version: number; note: string },
): Promise<CheckAnswer> {
  const shown = await getAnswer(deps, viewer, named);
  if (shown.subject.version !== version) throw new Refusal(catalogRefusals.check_changed);
  if (shown.severity === 'stop') throw new Refusal(catalogRefusals.check_stays);
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const row = { ...keyOf(named), subject_version: version, note, by_id: viewer.user_id, at: now };
    if (await savePutAside(tx, row)) await writeAudit(tx, now, viewer, auditOf(true, named));
  });
  return getAnswer(deps, viewer, named);
}

/**
 * Takes back what was put aside; a second time, nothing changes. Opens transactions of its own.
 * @throws not_found, check_changed
 */
export async function takeBack(deps: Deps, viewer: Viewer, named: NamedCheck): Promise<CheckAnswer> {
  await getAnswer(deps, viewer, named);
  await deps.db.transaction(async (tx) => {
    if (await deletePutAside(tx, keyOf(named)))
      await writeAudit(tx, deps.clock.now(), viewer, auditOf(false, named));
  });
  return getAnswer(deps, viewer, named);
}
