import { Refusal } from '#kit/refusal.ts';
import { addMonthsClamped, formatDate, type PlainDate } from '#kit/plain-date.ts';
import { eraseStaffWordsOf } from '#modules/billing/methods/change-methods.service.ts';
import { eraseRequestsOf } from '#modules/billing/second-person/second-person.service.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { studentRefusals } from '#modules/students/students.refusals.ts';
import type { Tx } from '#platform/db/database.ts';
import { forgetWordsOf } from '#platform/outbox/outbox.ts';
import * as rows from './erase-orders.queries.ts';

/** Promised by the privacy page. */
export const CONTRACT_YEARS = 7;

export const keptUntil = (yearEndsOn: PlainDate): PlainDate =>
  addMonthsClamped(yearEndsOn, 12 * CONTRACT_YEARS);

/** @throws Refusal student_has_contracts with a contract, and during a checkout */
export async function eraseOrdersOfStudent(tx: Tx, student_id: number, today: PlainDate): Promise<void> {
  if (await rows.hasOrder(tx, student_id)) throw new Refusal(studentRefusals.student_has_contracts);
  await rows.deletePrintedOf(tx, { student_id });
  await rows.deleteOffersOf(tx, { student_id });
  await eraseWords(tx, { student_id });
  await eraseWithoutContract(tx, { student_id }, today);
}

/**
 * Signed contracts keep the words of the signed copy. The caller holds the lock of the family's students, so
 * no checkout begins meanwhile. @returns the last day of retention of the contracts; null without contracts
 * @throws Refusal account_has_contract, account_owes, account_money_under_way; for staff family_has_contract,
 *   family_owes, account_money_under_way
 */
export async function eraseOrdersOfFamily(
  tx: Tx,
  { user_id, isByStaff }: { user_id: number; isByStaff: boolean },
  today: PlainDate,
): Promise<PlainDate | null> {
  await refuseWhileBound(tx, user_id, { today, ...(isByStaff ? TO_STAFF : TO_FAMILY) });
  await rows.deletePrintedOf(tx, { user_id });
  await rows.deleteOffersOf(tx, { user_id });
  await eraseWithoutContract(tx, { user_id }, today);
  await rows.eraseRideFacts(tx, user_id);
  await eraseWords(tx, { user_id });
  const lastYearEnd = await rows.findLastYearEnd(tx, user_id);
  return lastYearEnd ? keptUntil(lastYearEnd) : null;
}

const TO_FAMILY = { owes: orderRefusals.account_owes, isBound: orderRefusals.account_has_contract };
const TO_STAFF = { owes: orderRefusals.family_owes, isBound: orderRefusals.family_has_contract };

type Bounds = typeof TO_FAMILY & { today: PlainDate };

async function refuseWhileBound(tx: Tx, user_id: number, { today, owes, isBound }: Bounds): Promise<void> {
  const owing = await rows.findOwingOrder(tx, user_id);
  if (owing !== undefined) throw new Refusal(owes, { data: { order_id: owing } });
  const underWay = await rows.findOrderUnderWay(tx, user_id);
  if (underWay !== undefined)
    throw new Refusal(orderRefusals.account_money_under_way, { data: { order_id: underWay } });
  const endsOn = await rows.findContractInForce(tx, user_id, today);
  if (endsOn) throw new Refusal(isBound, { data: { day: formatDate(endsOn) } });
}

type Whose = Parameters<typeof rows.listOrderIds>[1];

/** H4 */
async function eraseWords(tx: Tx, whose: Whose): Promise<void> {
  const order_ids = await rows.listOrderIds(tx, whose);
  if (order_ids.length === 0) return;
  await eraseStaffWordsOf(tx, order_ids, 'account');
  await rows.eraseDecisions(tx, order_ids);
  await eraseRequestsOf(tx, order_ids);
  await forgetWordsOf(tx, order_ids);
}

async function eraseWithoutContract(tx: Tx, whose: Whose, today: PlainDate): Promise<void> {
  const order_ids = await rows.listOrdersWithoutContract(tx, whose);
  if (order_ids.length === 0) return;
  await rows.eraseSnapshots(tx, order_ids);
  await rows.eraseEvidence(tx, order_ids, today);
}
