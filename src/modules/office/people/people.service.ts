import { MINUTE_MS } from '#kit/durations.ts';
import { Refusal } from '#kit/refusal.ts';
import { cents } from '#kit/money.ts';
import { dayIn } from '#kit/plain-date.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { listLogins } from '#modules/accounts/sessions/listed-sessions.service.ts';
import { lockOpenFamily } from '#modules/accounts/profile/open-family.service.ts';
import { logOutEverywhere } from '#modules/accounts/sessions/sessions.service.ts';
import { userPhones } from '#modules/accounts/profile/encrypted-phones.service.ts';
import {
  checkIsParent,
  checkUserExists,
  getUser,
  personOf,
} from '#modules/accounts/profile/users.service.ts';
import { contractCounts, listOrdersOf } from '#modules/orders/reading/read-orders.service.ts';
import { listAddresses } from '#modules/students/addresses.service.ts';
import { studentRefusals } from '#modules/students/students.refusals.ts';
import { listStudents } from '#modules/students/students.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Db, Tx } from '#platform/db/database.ts';
import { searchWords } from '#platform/vault/phone-marks.ts';
import { enqueueOnce } from '#platform/outbox/enqueue-once.ts';
import type { Vault } from '#platform/vault/vault.ts';
import type { Place } from '#kit/list/list-endpoint.ts';
import { sellingCatalog } from '#modules/catalog/current-catalog.service.ts';
import { instantsOf } from '#kit/list/list-days.ts';
import { listStudentDetails } from '#modules/office/lists/student-list.queries.ts';
import { namesOf } from '#modules/orders/reading/list-names.service.ts';
import { placeIds } from '#modules/orders/reading/list-places.service.ts';
import type { AskedOf, ListDeps, ReadList } from '#platform/db/list-reading.ts';
import { atOnce } from '#platform/db/at-once.ts';
import { inOrderOf, listedPage } from '#platform/db/found-rows.ts';
import type {
  FamilyStudent,
  listParents as listParentsCall,
  Parent,
  ParentRow,
  ParentSort,
  StudentPage,
} from '#modules/office/people/people.contract.ts';
import { noteOpened } from '#modules/office/recent/recent.service.ts';
import { listWaiting } from '#modules/seats/waiting-list.service.ts';
import { lastAuditAbout } from '#modules/office/audit/audit.service.ts';
import { findVerificationSent, listMethodsOf, listOffersOf } from './family-page.queries.ts';
import {
  findParentOf,
  listDueOf,
  listedParents,
  listParentDetails,
  listStudentIds,
  parentSort,
  type ParentDetail,
} from './people.queries.ts';
import { awardsShown, contractsShown, listAwardsOf, listContractsOf } from './student-page.service.ts';

const LOGINS = 10;
const AUDIT_ROWS = 15;

type Needs = { db: Database; clock: Clock; vault: Vault };
const NOTHING_DUE = { due_cents: cents(0), past_due_cents: cents(0), next_payment_on: null };

/**
 * A page of the parents that have every word of the search.
 * @throws filter_invalid
 */
export async function listParents(
  { db, clock, vault }: ListDeps,
  { sort, after, limit, found, countTo, ...asked }: AskedOf<typeof listParentsCall> & Place<ParentSort>,
): ReadList<ParentRow> {
  const catalog = await sellingCatalog(db, clock.now());
  const today = clock.today();
  const parents = listedParents({
    ...asked,
    ...placeIds(catalog, asked),
    today,
    words: searchWords(vault, userPhones.table, asked.search),
    created: instantsOf(asked.created, clock),
  });
  const page = await listedPage(db, parents, {
    place: { sort, after, limit },
    sort: parentSort(sort, today),
    found,
    countTo,
  });
  const [details, sums] = await atOnce([listParentDetails(db, page.rows), listDueOf(db, page.rows, today)]);
  const dueOf = new Map(sums.map(({ user_id, ...due }) => [user_id, due]));
  const rows = inOrderOf(page.rows, details).map(
    ({ email_verified_at, created_at, last_login_at, ...parent }): ParentRow => ({
      ...parent,
      phone: phoneOf(vault, parent),
      is_verified: email_verified_at !== null,
      created_on: dayIn(clock.time_zone, created_at),
      last_login_on: last_login_at && dayIn(clock.time_zone, last_login_at),
      ...(dueOf.get(parent.id) ?? NOTHING_DUE),
    }),
  );
  return { ...page, rows };
}

/** The mobile phone of a parent before the one at home; only the one that is shown is opened. */
export function phoneOf(
  vault: Vault,
  { id, phone_home, phone_mobile }: Pick<ParentDetail, 'id' | 'phone_home' | 'phone_mobile'>,
): string | null {
  const shown = phone_mobile ? { phone_mobile, phone_home: null } : { phone_home, phone_mobile };
  const opened = userPhones.open(vault, id, shown);
  return opened.phone_mobile ?? opened.phone_home;
}

/**
 * One parent with all that staff need on the telephone. No text of a child is read (OF10.2).
 * @throws Refusal parent_not_found, also for a member of staff
 */
export async function readParent({ db, clock, vault }: Needs, staff: Viewer, id: number): Promise<Parent> {
  const now = clock.now();
  await checkIsParent(db, id);
  // Read as the family reads them, with what only staff see, and links that hold in the staff member's own
  // session.
  const viewer = { ...staff, user_id: id };
  const [user, students, orders, addresses, logins, audit, [due], more] = await atOnce([
    getUser(db, id),
    familyStudents({ db, clock }, id),
    listOrdersOf({ db, vault }, viewer),
    listAddresses({ db, vault }, id),
    listLogins(db, now, id, LOGINS),
    lastAuditAbout(db, staff, { user_id: id, limit: AUDIT_ROWS }),
    listDueOf(db, [id], clock.today()),
    familyMore(db, now, id),
    noteOpened(db, now, staff, { kind: 'family', subject_id: id }),
  ]);
  const { due_cents, past_due_cents, next_payment_on } = due ?? NOTHING_DUE;
  return {
    ...personOf(vault, user),
    due_cents,
    past_due_cents,
    next_payment_on,
    created_at: user.created_at.toISOString(),
    students,
    orders,
    addresses,
    logins,
    audit,
    ...more,
  };
}

async function familyMore(
  db: Db,
  now: Date,
  user_id: number,
): Promise<Pick<Parent, 'verification_sent_at' | 'methods' | 'waiting' | 'offers'>> {
  const [sent_at, methods, waiting, offers] = await atOnce([
    findVerificationSent(db, user_id),
    listMethodsOf(db, user_id),
    listWaiting(db, now, user_id),
    listOffersOf(db, user_id),
  ]);
  return {
    verification_sent_at: sent_at?.toISOString() ?? null,
    methods: methods.map((one) => ({ ...one, returned_at: one.returned_at?.toISOString() ?? null })),
    waiting,
    offers: offers.map((offer) => ({ ...offer, ends_at: offer.ends_at.toISOString() })),
  };
}

/** The students of a family, with the newest contract in force of each. */
async function familyStudents(
  { db, clock }: Pick<Needs, 'db' | 'clock'>,
  user_id: number,
): Promise<FamilyStudent[]> {
  const ids = await listStudentIds(db, user_id);
  if (ids.length === 0) return [];
  const [catalog, details, counts] = await atOnce([
    sellingCatalog(db, clock.now()),
    listStudentDetails(db, ids, {}),
    contractCounts(db, ids),
  ]);
  const names = namesOf(catalog);
  return inOrderOf(ids, details).map(({ id, first_name, last_name, route_id, grade_id }) => ({
    id,
    first_name,
    last_name,
    contract_details_count: counts.get(id) ?? 0,
    line: route_id === null ? null : names.ofRoute(route_id).line,
    grade: names.grade(grade_id),
  }));
}

/**
 * One student with all fields. The row of the audit log is written before anything is answered
 * (reliability 5.6).
 * @throws Refusal student_not_found
 */
export async function readStudent(
  { db, clock, vault }: Needs,
  staff: Viewer,
  id: number,
): Promise<StudentPage> {
  const now = clock.now();
  const parent = await findParentOf(db, id);
  if (!parent) throw new Refusal(studentRefusals.student_not_found);
  await db.transaction(async (tx) => {
    await writeAudit(tx, now, staff, { action: 'student.read', subject: `student:${id}` });
    await noteOpened(tx, now, staff, { kind: 'student', subject_id: id });
  });
  const viewer = { ...staff, user_id: parent.id };
  const asked = { viewer, now, vault, countContracts: contractCounts };
  const [[student], contracts, awards, waiting, catalog] = await atOnce([
    listStudents(db, asked, id),
    listContractsOf(db, id),
    listAwardsOf(db, id),
    listWaiting(db, now, parent.id),
    sellingCatalog(db, now),
  ]);
  return {
    ...student!,
    parent,
    contracts: contractsShown({ vault, catalog }, { student: student!, contracts }),
    awards: awardsShown(catalog, awards),
    waiting: waiting.filter(({ student_id }) => student_id === id),
  };
}

/** For a second call of the same family, whose link is lost. */
const RESET_MAIL_EVERY_MS = 10 * MINUTE_MS;

/** @throws Refusal parent_not_found, also for a member of staff or an ended account; mailed_lately */
export async function mailPasswordReset(tx: Tx, now: Date, staff: Viewer, user_id: number): Promise<void> {
  await lockOpenFamily(tx, user_id);
  const ref = `${user_id}.by-staff.${Math.floor(now.getTime() / RESET_MAIL_EVERY_MS)}`;
  const words = { redirect_path: null };
  const mail = { kind: 'accounts.reset_password', ref, payload: { user_id }, words };
  if (!(await enqueueOnce(tx, now, mail))) throw new Refusal(accountRefusals.mailed_lately);
  await writeAudit(tx, now, staff, { action: 'account.mail_reset', subject: `user:${user_id}` });
}

/** @throws Refusal parent_not_found, also for a member of staff or an ended account; mailed_today */
export async function askForMethod(tx: Tx, clock: Clock, staff: Viewer, user_id: number): Promise<void> {
  await lockOpenFamily(tx, user_id);
  const mail = { kind: 'billing.method_asked', ref: `${user_id}-${clock.today()}`, payload: { user_id } };
  if (!(await enqueueOnce(tx, clock.now(), mail))) throw new Refusal(accountRefusals.mailed_today);
  await writeAudit(tx, clock.now(), staff, { action: 'account.ask_method', subject: `user:${user_id}` });
}

/**
 * Ends every session of an account at once, for a lost phone or a member of staff who left.
 * @throws Refusal user_not_found
 */
export async function endSessions(tx: Tx, now: Date, superAdmin: Viewer, user_id: number): Promise<void> {
  await checkUserExists(tx, user_id);
  await logOutEverywhere(tx, now, user_id, 'ended_by_staff');
  await writeAudit(tx, now, superAdmin, { action: 'sessions.end', subject: `user:${user_id}` });
}
