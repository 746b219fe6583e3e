import { Refusal } from '#kit/refusal.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { listLogins } from '#modules/accounts/sessions/listed-sessions.service.ts';
import { logOutEverywhere } from '#modules/accounts/sessions/sessions.service.ts';
import { userPhones } from '#modules/accounts/profile/encrypted-phones.service.ts';
import { getUser, personOf, checkUserExists } from '#modules/accounts/profile/users.service.ts';
import { contractCounts, listOrdersOf } from '#modules/orders/reading/read-orders.service.ts';
import { listAddresses } from '#modules/students/addresses.service.ts';
import { listStudents } from '#modules/students/students.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import { searchWords } from '#platform/vault/phone-marks.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { totalOf, type Place } from '#kit/list/list-endpoint.ts';
import { pageOf, type CountedPage } from '#platform/db/page-of-rows.ts';
import type { Parent, ParentRow, ParentSort } from '#modules/office/people/people.contract.ts';
import { lastAuditAbout } from '#modules/office/audit/audit.service.ts';
import { isParentId, listParentRows, type StoredParentRow } from './people.queries.ts';

const LOGINS = 10;
const AUDIT_ROWS = 15;

type Needs = { db: Database; clock: Clock; vault: Vault };
type ParentListQuery = Place<ParentSort> & { search: string };

/** A page of the parents that have every word of the search, and where the next one begins. */
export async function listParents(
  { db, vault }: Pick<Needs, 'db' | 'vault'>,
  today: PlainDate,
  { search, ...place }: ParentListQuery,
): Promise<CountedPage<ParentRow>> {
  const words = searchWords(vault, userPhones.table, search);
  const found = await listParentRows(db, { words, today, ...place });
  const { rows, next } = pageOf(found, place, ({ keys }) => keys);
  return {
    rows: rows.map((row) => ({ ...row, phone: phoneOf(vault, row) })),
    ...totalOf(found[0]?.total ?? 0),
    next,
  };
}

/** The mobile phone of a parent before the one at home; only the one that is shown is opened. */
function phoneOf(vault: Vault, { id, phone_home, phone_mobile }: StoredParentRow): string | null {
  const shown = phone_mobile ? { phone_mobile, phone_home: null } : { phone_home, phone_mobile };
  const opened = userPhones.open(vault, id, shown);
  return opened.phone_mobile ?? opened.phone_home;
}

/**
 * One parent with all that staff need on the telephone. Staff who read a child's record leave a row
 * for each child, before anything of it is answered (reliability 5.6).
 * @throws Refusal parent_not_found, also for a member of staff
 */
export async function readParent({ db, clock, vault }: Needs, staff: Viewer, id: number): Promise<Parent> {
  const now = clock.now();
  if (!(await isParentId(db, id))) throw new Refusal(accountRefusals.parent_not_found);
  const user = await getUser(db, id);
  // Read as the family reads them, with what only staff see, and links that hold in the staff member's own
  // session.
  const viewer = { ...staff, user_id: id };
  const students = await listStudents(db, { viewer, now, vault, countContracts: contractCounts });
  const audit = await lastAuditAbout(db, id, AUDIT_ROWS);
  await db.transaction(async (tx) => {
    for (const student of students)
      await writeAudit(tx, now, staff, { action: 'student.read', subject: `student:${student.id}` });
  });
  return {
    ...personOf(vault, user),
    created_at: user.created_at.toISOString(),
    students,
    orders: await listOrdersOf({ db, vault }, viewer),
    addresses: await listAddresses({ db, vault }, id),
    logins: await listLogins(db, now, id, LOGINS),
    audit,
  };
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
