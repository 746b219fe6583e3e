import { ZERO } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { omit, pick } from '#kit/pick.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { instantsOf } from '#kit/list/list-days.ts';
import type { Place } from '#kit/list/list-endpoint.ts';
import { fullName } from '#kit/text/full-name.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { getCompany } from '#modules/catalog/catalog.service.ts';
import { sellingCatalog, type SellingCatalog } from '#modules/catalog/current-catalog.service.ts';
import type { RouteForSale } from '#modules/catalog/routes/route-for-sale.ts';
import { routeForSale } from '#modules/catalog/routes/selling.service.ts';
import { signedRouteName, type ContractSnapshot } from '#modules/documents/contract-snapshot.ts';
import { openContract } from '#modules/documents/opened-contract.service.ts';
import { isLostAmendment } from '#modules/orders/amendment.states.ts';
import { changesBetween } from '#modules/orders/contract-changes.ts';
import { orderFilters } from '#modules/orders/reading/list-places.service.ts';
import { signedStudent } from '#modules/orders/checkout/take-snapshot.ts';
import type { OrderRecord } from '#modules/orders/reading/order-response.ts';
import { termTotal } from '#modules/pricing/term-total.ts';
import { seatsLeftFor } from '#modules/seats/seats.service.ts';
import { isOwnFamily } from '#modules/students/own-family.service.ts';
import { getStudent } from '#modules/students/students.service.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { inOrderOf, listedPage } from '#platform/db/found-rows.ts';
import type { AskedOf, ListDeps, ReadList } from '#platform/db/list-reading.ts';
import {
  findAmendment,
  listAmendmentDetails,
  listAmendmentsOf,
  listedAmendments,
  NEWEST_AMENDMENTS,
  type ShownAmendment,
} from './amendments.queries.ts';
import type { Amendment, OrderAmendments } from './amendments.contract.ts';
import type { AmendmentRow, listAmendments as listAmendmentsCall } from './amendment-list.contract.ts';
import { amendmentRefusals } from './amendments.refusals.ts';
import { isOfferedOn, selectionOf, yearOfContract } from './amended-contract.ts';
import {
  firstCountingDay,
  getShownOrder,
  isAidDeclined,
  refuseUnchangeable,
} from './changed-order.service.ts';
import { refuseOpen } from './plan-amendment.service.ts';

function toAmendment({ amendment, proposed_by, is_asked }: ShownAmendment): Amendment {
  const { plan, change, proposed_at, ends_at, answered_at, applied_at } = amendment;
  return {
    ...pick(amendment, ['id', 'order_id', 'number', 'kind', 'state', 'reason', 'counts_from', 'agree_by']),
    answer_reason: amendment.answer_reason,
    // An erased amendment keeps its sums, and no words.
    changes: change.changes ?? [],
    contract_before: change.contract_before,
    request: isLostAmendment(amendment.state) ? (change.request ?? null) : null,
    difference_cents: plan.difference_cents,
    refund_cents: plan.refund?.amount_cents ?? ZERO,
    proposed_by: fullName(proposed_by),
    proposed_at: proposed_at.toISOString(),
    ends_at: ends_at.toISOString(),
    answered_at: answered_at?.toISOString() ?? null,
    applied_at: applied_at?.toISOString() ?? null,
    waits_for_approval: is_asked,
  };
}

/** The amendments of an order, the newest first. */
export const amendmentsOf = async (db: Db, order_id: number): Promise<Amendment[]> =>
  (await listAmendmentsOf(db, order_id)).map(toAmendment);

export async function readAmendmentOf(db: Db, order_id: number, id: number): Promise<Amendment> {
  return (await amendmentsOf(db, order_id)).find((amendment) => amendment.id === id)!;
}

/** @throws amendment_not_found */
export async function readAmendmentById(db: Db, id: number): Promise<Amendment> {
  const found = await findAmendment(db, id);
  if (!found) throw new Refusal(amendmentRefusals.amendment_not_found);
  return readAmendmentOf(db, found.order_id, id);
}

/**
 * A page of the amendments.
 * @throws filter_invalid
 */
export async function listAmendments(
  { db, clock, vault }: ListDeps,
  {
    sort,
    after,
    limit,
    found,
    countTo,
    state,
    day,
    ...asked
  }: AskedOf<typeof listAmendmentsCall> & Place<'newest'>,
): ReadList<AmendmentRow> {
  const listed = listedAmendments({
    ...orderFilters({ vault, catalog: await sellingCatalog(db, clock.now()) }, asked),
    states: state,
    day: instantsOf(day, clock),
  });
  const place = { sort, after, limit };
  const page = await listedPage(db, listed, { place, sort: NEWEST_AMENDMENTS, found, countTo });
  const rows = inOrderOf(page.rows, await listAmendmentDetails(db, page.rows));
  return {
    ...page,
    rows: rows.map(({ id: _, contract_number, parent, school, ...row }) => ({
      ...omit(toAmendment(row), ['contract_before', 'request', 'kind', 'counts_from', 'agree_by']),
      contract_number,
      parent,
      school,
    })),
  };
}

type Reading = { staff: Viewer; order_id: number };

/** @throws order_not_found (OF5.1, OF5.2) */
export async function readOrderAmendments(
  tx: Tx,
  billing: BillingContext,
  { staff, order_id }: Reading,
): Promise<OrderAmendments> {
  const { clock } = billing;
  const today = clock.today();
  const order = await getShownOrder(tx, order_id);
  const { snapshot } = order;
  const catalog = await sellingCatalog(tx, clock.now());
  const { change_fee_cents } = await getCompany(tx);
  return {
    order_id,
    contract_number: order.contract_number,
    student: pick(snapshot.student, ['first_name', 'last_name']),
    parent: pick(snapshot.parent, ['id', 'first_name', 'last_name']),
    signed_on: snapshot.signed_on,
    first_day: snapshot.period.starts_on,
    last_day: snapshot.period.ends_on,
    today: firstCountingDay(snapshot, today),
    change_fee_cents,
    in_force: inForceOf(order),
    student_differs: await differs(tx, billing, { order, catalog }),
    programs: await programsOf(tx, clock.now(), { order, catalog, today }),
    amendments: await amendmentsOf(tx, order_id),
    refused: await refusedOf(tx, staff, order),
  };
}

function inForceOf(order: OrderRecord): OrderAmendments['in_force'] {
  const { snapshot } = order;
  const { payment_term, grade, addons, discount, program } = snapshot;
  return {
    contract: selectionOf(snapshot),
    route: signedRouteName(snapshot.route),
    program: program.text,
    grade: grade?.text ?? null,
    term: payment_term.name,
    payments: payment_term.number_payments,
    addons: addons.map(({ id, text, amount }) => ({ id, text, amount_cents: amount })),
    discount: discount?.text ?? null,
    price: yearOfContract(snapshot, isAidDeclined(order)),
  };
}

async function refusedOf(tx: Tx, staff: Viewer, order: OrderRecord): Promise<string | null> {
  try {
    if (await isOwnFamily(tx, staff, { user_id: order.snapshot.parent.id }))
      throw new Refusal(accountRefusals.own_order);
    refuseUnchangeable(order);
    await refuseOpen(tx, order.id);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.sentences[0]!;
  }
}

type Sold = { order: OrderRecord; catalog: SellingCatalog };

/** The texts of a child are opened to compare them, and are not in the answer. */
async function differs(tx: Tx, { vault }: BillingContext, { order, catalog }: Sold): Promise<boolean> {
  const { snapshot, student_id } = order;
  const sale = routeForSale(catalog, snapshot.route.id);
  if (!sale || !order.is_active) return false;
  const student = await getStudent(tx, snapshot.parent.id, student_id);
  const now = signedStudent(student, sale.period_program.allow_student_exit_bus_alone);
  const opened = (one: ContractSnapshot) => openContract(vault, { snapshot: one, student_id });
  return changesBetween(opened(snapshot), opened({ ...snapshot, student: now })).length > 0;
}

/** The routes of the same school and school year; an ended route only if the contract has it. */
async function programsOf(
  tx: Tx,
  now: Date,
  { order, catalog, today }: Sold & { today: PlainDate },
): Promise<OrderAmendments['programs']> {
  const { snapshot, student_id } = order;
  const sales = catalog.routes
    .flatMap(({ id }) => routeForSale(catalog, id) ?? [])
    .filter(
      ({ period, program_group }) =>
        period.id === snapshot.period.id && program_group.id === snapshot.program_group.id,
    )
    .filter(({ route }) => route.is_active || route.id === snapshot.route.id);
  const left = await seatsLeftFor(tx, now, { student_id, route_ids: sales.map(({ route }) => route.id) });
  const programs = new Map<number, OrderAmendments['programs'][number]>();
  for (const sale of sales) {
    const { id, text, grades } = sale.program;
    const program = programs.get(id) ?? { id, text, grades, lines: [] };
    program.lines.push(lineOf(sale, { snapshot, today, free: left(sale.route.id) }));
    programs.set(id, program);
  }
  return [...programs.values()];
}

type Offered = { snapshot: ContractSnapshot; today: PlainDate; free: number | null };

function lineOf(
  { route, terms, addons, discounts, period_program }: RouteForSale,
  { snapshot, today, free }: Offered,
): OrderAmendments['programs'][number]['lines'][number] {
  const isInForce = (id: number) => id === snapshot.payment_term.id;
  return {
    id: route.id,
    name: signedRouteName(route),
    free: free === null ? null : Math.max(0, free),
    has_pickup: route.has_pickup_location || period_program.has_pickup_location,
    terms: terms
      .map((term) => ({
        id: term.id,
        name: term.name,
        payments: term.number_payments,
        total_cents: termTotal(term),
        at_signing: isInForce(term.id) || isOfferedOn(term, snapshot.signed_on),
        today: isInForce(term.id) || isOfferedOn(term, today),
      }))
      .filter(({ at_signing, today: isToday }) => at_signing || isToday),
    addons: addons.map(({ id, text, amount }) => ({ id, text, amount_cents: amount })),
    discounts: discounts.map(({ id, text, is_sibling_discount }) => ({
      id,
      text,
      is_sibling: is_sibling_discount,
    })),
  };
}

export { lostAmendmentWork } from './amendments.queries.ts';
