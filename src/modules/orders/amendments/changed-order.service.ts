import { formatMoney, type Cents } from '#kit/money.ts';
import { daysBetween, formatDate, laterDay, type PlainDate } from '#kit/plain-date.ts';
import { Refusal, refuseField } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { limitOf } from '#modules/billing/second-person/second-person.service.ts';
import { getCompany } from '#modules/catalog/catalog.service.ts';
import { sellingCatalog } from '#modules/catalog/current-catalog.service.ts';
import type { RouteForSale } from '#modules/catalog/routes/route-for-sale.ts';
import { routeForSale } from '#modules/catalog/routes/selling.service.ts';
import { type ContractSnapshot } from '#modules/documents/contract-snapshot.ts';
import { openContract } from '#modules/documents/opened-contract.service.ts';
import { areDetails, changesBetween } from '#modules/orders/contract-changes.ts';
import { signedStudent } from '#modules/orders/checkout/take-snapshot.ts';
import { isMistyped } from '#modules/orders/contracts/contract-number.ts';
import { numberThatEarns } from '#modules/orders/discounts/sibling-number.service.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import type { OrderRecord } from '#modules/orders/reading/order-response.ts';
import { findShownOrder } from '#modules/orders/reading/read-orders.queries.ts';
import { yearDifference } from '#modules/pricing/year-price.ts';
import { refuseOwnFamily } from '#modules/students/own-family.service.ts';
import { getStudent, type StudentRecord } from '#modules/students/students.service.ts';
import type { Tx } from '#platform/db/database.ts';
import type { AmendmentPlan } from './amendments.contract.ts';
import type { AmendmentRequest } from './amendment-request.contract.ts';
import { amendmentRefusals } from './amendments.refusals.ts';
import { amendedContract, newSiblingNumber, newStaffDiscount, yearOfContract } from './amended-contract.ts';

/** @throws order_not_found */
export async function getShownOrder(tx: Tx, order_id: number): Promise<OrderRecord> {
  const order = await findShownOrder(tx, order_id, null);
  if (!order) throw new Refusal(orderRefusals.order_not_found);
  return order;
}

export const isAidDeclined = ({ aid }: OrderRecord) => aid?.outcome === 'declined';

/** What a change would make of a contract, without the money. */
export type ChangedOrder = {
  order: OrderRecord;
  student: StudentRecord;
  sale: RouteForSale;
  snapshot_after: ContractSnapshot;
  plan: Omit<AmendmentPlan, 'payments' | 'refund' | 'not_asked_cents' | 'hash'>;
};

export type ChangeAsked = { staff: Viewer; order_id: number; request: AmendmentRequest };

/**
 * @throws order_not_found, own_order, order_inactive, amendment_aid_open, the refusals of `amendedContract`,
 *   of a sibling's number and of facts set by staff (OF5.1, OF5.2)
 */
export async function changedOrder(
  tx: Tx,
  billing: BillingContext,
  { staff, order_id, request }: ChangeAsked,
): Promise<ChangedOrder> {
  const order = await getShownOrder(tx, order_id);
  await refuseOwnFamily(tx, staff, { user_id: order.snapshot.parent.id });
  refuseUnchangeable(order);
  const catalog = await sellingCatalog(tx, billing.clock.now());
  const student = await getStudent(tx, order.snapshot.parent.id, order.student_id);
  const sale = routeForSale(catalog, request.contract.route_id);
  const snapshot_after = contractAfter(order, request, { sale, student, today: billing.clock.today() });
  await checkDiscount(tx, billing, { staff, order, student, snapshot_after, sale: sale! });
  refusePhoto(order, { sale: sale!, student });
  const fee_cents = feeOf(request, await getCompany(tx));
  return {
    order,
    student,
    sale: sale!,
    snapshot_after,
    plan: yearPlan(billing, { order, snapshot_after, request, fee_cents }),
  };
}

/** @throws order_inactive, amendment_aid_open */
export function refuseUnchangeable({ is_active, aid }: OrderRecord): void {
  if (!is_active) throw new Refusal(orderRefusals.order_inactive);
  if (aid?.to_confirm && aid.outcome === null) throw new Refusal(amendmentRefusals.amendment_aid_open);
}

type Facts = { sale: RouteForSale | undefined; student: StudentRecord; today: PlainDate };

function contractAfter(
  { snapshot }: OrderRecord,
  { contract, prices_of, student: taken }: AmendmentRequest,
  { sale, student, today }: Facts,
): ContractSnapshot {
  const keepsSigned = prices_of === 'signing';
  const prices = { on: keepsSigned ? snapshot.signed_on : today, keepsSigned };
  const after = amendedContract(snapshot, contract, { sale, prices });
  if (taken === null) return after;
  return { ...after, student: signedStudent(student, sale!.period_program.allow_student_exit_bus_alone) };
}

type Discounted = {
  staff: Viewer;
  order: OrderRecord;
  student: StudentRecord;
  sale: RouteForSale;
  snapshot_after: ContractSnapshot;
};

/** @throws discount_above_sum, sibling_number_mistyped, sibling_number_invalid (MH2, B2) */
async function checkDiscount(
  tx: Tx,
  { vault }: Pick<BillingContext, 'vault'>,
  { staff, order: { snapshot }, student, sale, snapshot_after }: Discounted,
): Promise<void> {
  const limit = await limitOf(tx);
  const given = newStaffDiscount(snapshot, snapshot_after, sale);
  if (given && limit !== null && given.amount > limit)
    throw refuseField(orderRefusals.discount_above_sum, 'contract.route_discounts', {
      limit: formatMoney(limit),
    });
  const typed = newSiblingNumber(snapshot, snapshot_after, sale);
  if (typed === null) return;
  if (isMistyped(typed)) throw refuseField(orderRefusals.sibling_number_mistyped, 'contract.route_discounts');
  const place = { period_id: sale.period.id, program_group_id: sale.program_group.id };
  const family = { ...staff, user_id: snapshot.parent.id };
  if ((await numberThatEarns({ db: tx, vault }, family, typed, { place, student })) === undefined)
    throw refuseField(orderRefusals.sibling_number_invalid, 'contract.route_discounts');
}

function refusePhoto(
  { snapshot }: OrderRecord,
  { sale, student }: { sale: RouteForSale; student: StudentRecord },
) {
  const isOther = sale.program.id !== snapshot.program.id;
  if (isOther && sale.period_program.is_photo_required && !student.has_photo)
    throw refuseField(orderRefusals.photo_required, 'contract.program_id');
}

/** @throws amendment_fee_reason */
function feeOf(
  { fee_cents, fee_reason }: AmendmentRequest,
  { change_fee_cents }: { change_fee_cents: Cents },
): Cents {
  if (fee_cents !== change_fee_cents && !fee_reason)
    throw refuseField(amendmentRefusals.amendment_fee_reason, 'fee_reason');
  return fee_cents as Cents;
}

type Years = {
  order: OrderRecord;
  snapshot_after: ContractSnapshot;
  request: AmendmentRequest;
  fee_cents: Cents;
};

function yearPlan(
  { vault }: Pick<BillingContext, 'vault'>,
  { order, snapshot_after, request, fee_cents }: Years,
): ChangedOrder['plan'] {
  const { snapshot, student_id } = order;
  const opened = (one: ContractSnapshot) => openContract(vault, { snapshot: one, student_id });
  const changes = changesBetween(opened(snapshot), opened(snapshot_after));
  const before = yearOfContract(snapshot, isAidDeclined(order));
  const after = yearOfContract(snapshot_after, isAidDeclined(order));
  const days = daysOf(snapshot, request);
  const difference_cents = yearDifference({
    before_cents: before.year_cents,
    after_cents: after.year_cents,
    days,
    fee_cents,
  });
  const isDetails = areDetails(changes) && difference_cents === 0;
  if (changes.length === 0 && difference_cents === 0)
    throw new Refusal(amendmentRefusals.amendment_changes_nothing);
  if (request.agree_by === 'none' && !isDetails)
    throw refuseField(amendmentRefusals.amendment_needs_family, 'agree_by');
  return {
    kind: isDetails ? 'details' : 'terms',
    changes,
    before,
    after,
    days_left: days?.left ?? null,
    days_all: days?.all ?? null,
    fee_cents,
    difference_cents,
  };
}

/** Both days included. @throws amendment_day */
function daysOf({ period }: ContractSnapshot, { counts_from, share }: AmendmentRequest) {
  const { starts_on, ends_on } = period;
  if (counts_from < starts_on || counts_from > ends_on)
    throw refuseField(amendmentRefusals.amendment_day, 'counts_from', {
      min: formatDate(starts_on),
      max: formatDate(ends_on),
    });
  if (share === 'year') return null;
  return { left: daysBetween(counts_from, ends_on) + 1, all: daysBetween(starts_on, ends_on) + 1 };
}

/** Where staff have not chosen another day: today, within the season (OF5.2). */
export function firstCountingDay({ period }: ContractSnapshot, today: PlainDate): PlainDate {
  const day = laterDay(period.starts_on, today);
  return day > period.ends_on ? period.ends_on : day;
}
