import { Refusal, refuseField } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { sellsForOffice } from '#modules/accounts/rights.ts';
import { getUser, type UserRecord } from '#modules/accounts/profile/users.service.ts';
import { lockRouteSeats } from '#modules/catalog/routes/route-seats.service.ts';
import { nameEachOther, sharesGuardian, type FamilyFacts } from '#modules/orders/discounts/sibling-family.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { homeAndBirth } from '#modules/students/encrypted-texts.service.ts';
import { isSameHome } from '#modules/students/same-home.ts';
import { readStudent, type StudentRecord } from '#modules/students/students.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { listLiveOrders, listNamesakes, listToldPairs, type Namesake } from './same-child.queries.ts';

type Signed = {
  order_id: number;
  student: StudentRecord;
  parent: Pick<UserRecord, 'id' | 'email' | 'email_verified_at'>;
  viewer: Viewer;
};

type Tie = 'own' | 'named' | 'doubtful';

type Account = Pick<UserRecord, 'email' | 'email_verified_at'> &
  Pick<StudentRecord, 'guardian_1_email' | 'guardian_2_email'> & { user_id: number };

const familyOf = (of: Account): FamilyFacts => ({
  user_id: of.user_id,
  verified_email: of.email_verified_at && of.email,
  guardian_emails: [of.guardian_1_email, of.guardian_2_email],
});

/**
 * Compares the child of a new order with the children of the same name on the route (O2, MC10). The rows are
 * read under the lock of the route's seats, so that of two purchases at once the second finds the first.
 * Staff may sell; a doubtful case and a sale by staff are payment issues.
 * @throws Refusal order_exists for another record of the account; order_by_phone for accounts that name each
 *   other
 */
export async function refuseSameChild(
  tx: Tx,
  { now, vault }: { now: Date; vault: Vault },
  { order_id, student, parent, viewer }: Signed,
  namesakes: readonly Namesake[],
): Promise<void> {
  const related = relatedOf(vault, { student, parent }, namesakes);
  if (!sellsForOffice(viewer)) {
    if (related.some(({ tie }) => tie === 'own')) throw refuseField(orderRefusals.order_exists, AT_ROUTE);
    if (related.some(({ tie }) => tie === 'named')) throw new Refusal(orderRefusals.order_by_phone);
  }
  const [first] = related;
  if (first) await tellOfPair(tx, now, { order_id, other_order_id: first.other_order_id });
}

/**
 * Compares a child after a change of its record with the children on each of its routes, as a purchase does.
 * The seats have been sold, and the family is told nothing: a pair is a payment issue, once (MC10).
 */
export async function compareChildAgain(
  tx: Tx,
  { now, vault }: { now: Date; vault: Vault },
  { user_id, student_id }: { user_id: number; student_id: number },
): Promise<void> {
  const orders = await listLiveOrders(tx, student_id);
  if (orders.length === 0) return;
  for (const { order_id, route_id } of orders) {
    // A purchase on the route that has not committed yet is waited for, and a later one finds the new record.
    await lockRouteSeats(tx, route_id);
    const related = await relatedOnRoute(tx, vault, { user_id, student_id, route_id });
    const told = await listToldPairs(tx, order_id);
    const untold = related.filter(({ other_order_id }) => !told.includes(other_order_id));
    for (const { other_order_id } of untold) await tellOfPair(tx, now, { order_id, other_order_id });
  }
}

type Place = { user_id: number; student_id: number; route_id: number };

async function relatedOnRoute(tx: Tx, vault: Vault, { user_id, student_id, route_id }: Place) {
  const namesakes = await listNamesakes(tx, { student_id, route_id });
  if (namesakes.length === 0) return [];
  const [student, parent] = [await readStudent(tx, user_id, student_id), await getUser(tx, user_id)];
  return relatedOf(vault, { student, parent }, namesakes);
}

const isSame = ({ tie }: { tie: Tie }) => tie !== 'doubtful';

/** Whether a child has a seat on a route by another record of its account, or of one that names its own. */
export async function ridesByOtherRecord(tx: Tx, vault: Vault, place: Place): Promise<boolean> {
  return (await relatedOnRoute(tx, vault, place)).some(isSame);
}

/**
 * As for a purchase, under the lock of the route's seats: a contract may not move to a route on which its
 * child has a seat by another record; a doubtful case is a payment issue (MC10).
 * @returns whether the contract may move
 */
export async function mayMoveChild(
  tx: Tx,
  { now, vault }: { now: Date; vault: Vault },
  { order_id, ...place }: Place & { order_id: number },
): Promise<boolean> {
  const related = await relatedOnRoute(tx, vault, place);
  if (related.some(isSame)) return false;
  const [first] = related;
  if (first) await tellOfPair(tx, now, { order_id, other_order_id: first.other_order_id });
  return true;
}

function relatedOf(
  vault: Vault,
  { student, parent }: Pick<Signed, 'student' | 'parent'>,
  namesakes: readonly Namesake[],
) {
  if (namesakes.length === 0) return [];
  const own = { ...homeAndBirth.open(vault, student.id, student), ...facts(student, parent) };
  return namesakes.flatMap((namesake) => {
    const other = homeAndBirth.open(vault, namesake.student_id, namesake);
    if (other.date_of_birth !== own.date_of_birth) return [];
    const tie = tieOf(own.family, familyOf(namesake), isSameHome(own, other));
    return tie ? [{ tie, other_order_id: namesake.order_id }] : [];
  });
}

async function tellOfPair(tx: Tx, now: Date, pair: { order_id: number; other_order_id: number }) {
  // No subject of a family: the copy of its data must not tell of another account.
  const subject = `same_child:${pair.order_id}`;
  await writeAudit(tx, now, undefined, { action: 'orders.child_twice', subject, detail: pair });
}

const AT_ROUTE: string = 'contract.route_id';

const facts = (student: StudentRecord, { id: user_id, email, email_verified_at }: Signed['parent']) => ({
  family: familyOf({ ...student, user_id, email, email_verified_at }),
});

/** A home or a guardian can be typed by anyone, so neither refuses a purchase or tells of another account. */
function tieOf(own: FamilyFacts, other: FamilyFacts, isHome: boolean): Tie | null {
  if (own.user_id === other.user_id) return 'own';
  if (nameEachOther(own, other)) return 'named';
  return isHome || sharesGuardian(own, other) ? 'doubtful' : null;
}
