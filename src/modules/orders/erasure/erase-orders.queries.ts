import { and, desc, eq, gte, inArray, isNotNull, isNull, not, or, sql, type SQL } from 'drizzle-orm';
import { pick } from '#kit/pick.ts';
import { studentsErasure } from '#db/tables/students.ts';
import { erasedValues, type Moment } from '#db/tables/erasure.ts';
import { usersErasure } from '#db/tables/accounts/accounts.ts';
import { chargeAttempts, payments } from '#db/tables/billing/billing.ts';
import { periods } from '#db/tables/catalog/catalog.ts';
import { contractAmendments, contractAmendmentsErasure } from '#db/tables/orders/contract-amendments.ts';
import {
  contracts,
  orders,
  type OrderStatus,
  contractsErasure,
  ordersErasure,
} from '#db/tables/orders/orders.ts';
import { refundRequests, refundRequestsErasure } from '#db/tables/orders/order-requests.ts';
import { contractFinancialAid, contractFinancialAidErasure } from '#db/tables/orders/financial-aid.ts';
import { printedContracts } from '#db/tables/orders/printed-contracts.ts';
import { saleOffers } from '#db/tables/orders/sale-offers.ts';
import { orderRefunds, refunds } from '#db/tables/billing/refunds.ts';
import { secondPersonRequests } from '#db/tables/billing/second-person.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { OPEN_REFUNDS } from '#modules/billing/refunds/refund.states.ts';
import { UNRESOLVED_ATTEMPTS } from '#modules/billing/payments/attempt.states.ts';
import { FOR_THE_RIDE, SIGNED_STUDENT } from '#modules/documents/contract-snapshot.ts';
import { cameAbout } from '#modules/orders/orders.queries.ts';
import { ENDED_REQUESTS } from '#modules/orders/request.states.ts';
import type { Tx } from '#platform/db/database.ts';

const CAME_TO_NOTHING: OrderStatus[] = ['payment_failed', 'cancelled'];

export async function hasOrder(tx: Tx, student_id: number): Promise<boolean> {
  const found = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.student_id, student_id),
        or(isNotNull(orders.activated_at), not(inArray(orders.status, CAME_TO_NOTHING))),
      ),
    )
    .limit(1);
  return found.length > 0;
}

/** @returns undefined if no contract reaches today */
export const findContractInForce = (tx: Tx, user_id: number, today: PlainDate) =>
  findLastDay(tx, user_id, and(eq(orders.status, 'active'), gte(periods.ends_on, today)));

export const findLastYearEnd = (tx: Tx, user_id: number) => findLastDay(tx, user_id, cameAbout);

async function findLastDay(tx: Tx, user_id: number, which?: SQL): Promise<PlainDate | undefined> {
  const [row] = await tx
    .select({ ends_on: periods.ends_on })
    .from(orders)
    .innerJoin(periods, eq(periods.id, orders.period_id))
    .where(and(eq(orders.user_id, user_id), which))
    .orderBy(desc(periods.ends_on))
    .limit(1);
  return row?.ends_on;
}

export async function findOwingOrder(tx: Tx, user_id: number): Promise<number | undefined> {
  const [row] = await tx
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(payments, eq(payments.order_id, orders.id))
    .where(
      and(
        eq(orders.user_id, user_id),
        eq(orders.status, 'active'),
        isNull(payments.paid_at),
        not(eq(payments.status, 'cancelled')),
      ),
    )
    .limit(1);
  return row?.id;
}

export async function findOrderUnderWay(tx: Tx, user_id: number): Promise<number | undefined> {
  const [row] = await tx
    .select({ id: orders.id })
    .from(orders)
    .leftJoin(payments, eq(payments.order_id, orders.id))
    .leftJoin(chargeAttempts, eq(chargeAttempts.payment_id, payments.id))
    .leftJoin(refundRequests, eq(refundRequests.order_id, orders.id))
    .leftJoin(orderRefunds, eq(orderRefunds.order_id, orders.id))
    .leftJoin(refunds, eq(refunds.order_refund_id, orderRefunds.id))
    .leftJoin(
      secondPersonRequests,
      and(eq(secondPersonRequests.order_id, orders.id), isNull(secondPersonRequests.outcome)),
    )
    .where(
      and(
        eq(orders.user_id, user_id),
        or(
          not(inArray(orders.status, ['active', ...CAME_TO_NOTHING])),
          inArray(chargeAttempts.state, [...UNRESOLVED_ATTEMPTS, 'processing']),
          not(inArray(refundRequests.status, [...ENDED_REQUESTS])),
          isNotNull(secondPersonRequests.id),
          inArray(refunds.state, [...OPEN_REFUNDS]),
        ),
      ),
    )
    .limit(1);
  return row?.id;
}

type Whose = { user_id: number } | { student_id: number };

const isTheirs = (whose: Whose) =>
  'user_id' in whose ? eq(orders.user_id, whose.user_id) : eq(orders.student_id, whose.student_id);

export async function deletePrintedOf(tx: Tx, whose: Whose): Promise<void> {
  await tx
    .delete(printedContracts)
    .where(
      'user_id' in whose
        ? eq(printedContracts.user_id, whose.user_id)
        : eq(printedContracts.student_id, whose.student_id),
    );
}

/** With the seats that open offers keep: `eraseSeatsOf` deletes the holds of the student. */
export async function deleteOffersOf(tx: Tx, whose: Whose): Promise<void> {
  await tx
    .delete(saleOffers)
    .where(
      'user_id' in whose
        ? eq(saleOffers.user_id, whose.user_id)
        : eq(saleOffers.student_id, whose.student_id),
    );
}

export async function listOrderIds(tx: Tx, whose: Whose): Promise<number[]> {
  const rows = await tx.select({ id: orders.id }).from(orders).where(isTheirs(whose));
  return rows.map(({ id }) => id);
}

export async function listOrdersWithoutContract(tx: Tx, whose: Whose): Promise<number[]> {
  const rows = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(isTheirs(whose), isNull(orders.activated_at), inArray(orders.status, CAME_TO_NOTHING)));
  return rows.map(({ id }) => id);
}

const NO_STUDENT = erasedValues(studentsErasure, 'account');
const NOBODY_SIGNED = JSON.stringify(pick(NO_STUDENT, SIGNED_STUDENT));
const NOTHING_FOR_THE_RIDE = JSON.stringify(pick(NO_STUDENT, FOR_THE_RIDE));

const NO_PARENT = {
  ...pick(erasedValues(usersErasure, 'account'), ['first_name', 'last_name']),
  email: '',
};

/** A signed contract, or the contract after an amendment, without its people. */
const withoutPeople = (snapshot: Snapshot) => sql`${snapshot} || jsonb_build_object(
  'parent', (${snapshot} -> 'parent') || ${JSON.stringify(NO_PARENT)}::jsonb,
  'student', (${snapshot} -> 'student') || ${NOBODY_SIGNED}::jsonb,
  'pickup_north', null, 'pickup_cross', null, 'special_request', null)`;

const withoutRideFacts = (snapshot: Snapshot) => sql`jsonb_set(${snapshot}, '{student}',
  (${snapshot} -> 'student') || ${NOTHING_FOR_THE_RIDE}::jsonb)`;

type Snapshot = typeof contracts.snapshot | typeof contractAmendments.snapshot_after;

export async function eraseSnapshots(tx: Tx, order_ids: readonly number[]): Promise<void> {
  await tx
    .update(contracts)
    .set({ ...erasedValues(contractsErasure, 'end'), snapshot: withoutPeople(contracts.snapshot) })
    .where(inArray(contracts.order_id, [...order_ids]));
  const ended = erasedValues(contractAmendmentsErasure, 'end');
  await tx
    .update(contractAmendments)
    .set({ ...ended, snapshot_after: withoutPeople(contractAmendments.snapshot_after) })
    .where(inArray(contractAmendments.order_id, [...order_ids]));
  await tx
    .update(orders)
    .set(erasedValues(ordersErasure, 'end'))
    .where(inArray(orders.id, [...order_ids]));
  await eraseAid(tx, order_ids, 'end');
}

async function eraseAid(tx: Tx, order_ids: readonly number[], moment: Moment): Promise<void> {
  const ids = tx
    .select({ id: contracts.id })
    .from(contracts)
    .where(inArray(contracts.order_id, [...order_ids]));
  await tx
    .update(contractFinancialAid)
    .set(erasedValues(contractFinancialAidErasure, moment))
    .where(inArray(contractFinancialAid.contract_id, ids));
}

/** What staff typed as they decided about aid and refund requests (MH11). */
export async function eraseDecisions(tx: Tx, order_ids: readonly number[]): Promise<void> {
  await eraseAid(tx, order_ids, 'account');
  const { change } = contractAmendments;
  await tx
    .update(contractAmendments)
    .set({
      ...erasedValues(contractAmendmentsErasure, 'account'),
      // The number of a check, as typed by staff.
      change: sql`case when ${change} -> 'request' is null then ${change}
        else jsonb_set(${change}, '{request,less,reference}', 'null') end`,
    })
    .where(inArray(contractAmendments.order_id, [...order_ids]));
  await tx
    .update(refundRequests)
    .set(erasedValues(refundRequestsErasure, 'account'))
    .where(inArray(refundRequests.order_id, [...order_ids]));
}

/** The database refuses for orders within the retention years. */
export async function eraseEvidence(tx: Tx, order_ids: readonly number[], today: PlainDate): Promise<void> {
  await tx.execute(sql`select erase_evidence(${sql.param([...order_ids])}::bigint[], ${today}::date)`);
}

export async function eraseRideFacts(tx: Tx, user_id: number): Promise<void> {
  const theirs = tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.user_id, user_id), cameAbout));
  await tx
    .update(contracts)
    .set({
      ...erasedValues(contractsErasure, 'account'),
      snapshot: withoutRideFacts(contracts.snapshot),
    })
    .where(inArray(contracts.order_id, theirs));
  await tx
    .update(contractAmendments)
    .set({ snapshot_after: withoutRideFacts(contractAmendments.snapshot_after) })
    .where(inArray(contractAmendments.order_id, theirs));
}
