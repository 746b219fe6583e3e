import { m } from '#i18n/messages.js';
import { refuseField } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { getUser, type UserRecord } from '#modules/accounts/profile/users.service.ts';
import { openPayments } from '#modules/billing/charges/charges.service.ts';
import {
  openPaymentsAndCharge,
  planCharge,
  type MarkedCharge,
} from '#modules/billing/charges/first-charge.service.ts';
import { statementName } from '#modules/billing/payments/payment-texts.ts';
import { recordFreeOrder } from '#modules/billing/ledger/ledger.service.ts';
import { recordMandate } from '#modules/billing/methods/mandates.service.ts';
import { keepMethod, type ChargeableMethod } from '#modules/billing/methods/methods.service.ts';
import { useAidCode } from '#modules/catalog/routes/selling.service.ts';
import { keepAcceptedTexts } from '#modules/documents/accepted-texts.service.ts';
import { priceKeyOf } from '#modules/pricing/pricing.contract.ts';
import { surchargesOn } from '#modules/pricing/surcharges.ts';
import { termTotal } from '#modules/pricing/term-total.ts';
import { takeSeat } from '#modules/seats/seats.service.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { atOnce, withCommit } from '#platform/db/at-once.ts';
import type { Tx } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import {
  areKnownKept,
  insertAcceptances,
  insertContract,
  noteKept,
  type HashedText,
} from './sign-order.queries.ts';
import { recordGivenAtSigning } from './given-at-signing.service.ts';
import { makeActive } from './order-listener.service.ts';
import type { PlaceOrder } from '#modules/orders/orders.contract.ts';
import { insertOrder, type RequestIdentity } from '#modules/orders/orders.queries.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import type { WrittenOrder } from '#modules/orders/reading/order-response.ts';
import { asSigned, isSomethingDue, plannedPayments, pricedBy } from '#modules/orders/contracts/priced-by.ts';
import { takePriceSnapshot } from '#modules/pricing/price-snapshot.ts';
import type { PricedSelection } from './price-selection.service.ts';
import { takeSnapshot } from './take-snapshot.ts';
import { acceptedTexts } from './accepted-texts.service.ts';
import type { PayingMethod } from './checkout-method.service.ts';
import type { LaterPayers } from './later-payers.service.ts';

/** Who signs, from where, and by which key the request is known (O3, O4). */
export type Signature = {
  viewer: Viewer;
  ip: string;
  user_agent: string;
  known_by: RequestIdentity;
  acceptances: PlaceOrder['acceptances'];
};

/**
 * What the first transaction leaves behind: a charge that is marked as sent and is to be sent now, or an
 * order that is already active, or one that awaits its aid.
 */
export type SignedOrder = {
  /** what was written of it, which changes by its charge */
  order: WrittenOrder;
  /** told with the commit, and waited for after it */
  charge: Promise<MarkedCharge> | undefined;
};

type ToSign = {
  /** pays what is due today, else it is left for the later payments; null when there is none */
  paying: PayingMethod | null;
  /** who pays what is due later */
  payers: LaterPayers;
  signature: Signature;
  /** asked for before, and told with what is written here: whether the price is still the right one */
  checked?: Promise<void>;
};

/**
 * The first transaction of checkout (reliability 4.3): the order, its contract, evidence and payment rows,
 * the seat, and the charge as it will be sent. An order that costs nothing today is active at once; one whose
 * aid the office confirms first has its seat, and no charge yet (A6).
 * @returns undefined when another order holds the student's place on the route (O2)
 * @throws route_full, aid_code_invalid, text_stale, surge_not_accepted; method_not_found for one that was
 *   entered a day ago and given up; what `checked` throws
 * Source: O2 to O10
 */
export async function signOrder(
  tx: Tx,
  clock: Clock,
  priced: PricedSelection,
  { paying, payers, signature, checked }: ToSign,
): Promise<SignedOrder | undefined> {
  const isDueToday = isSomethingDue(priced.quote);
  const isAwaited = priced.aid?.is_awaited ?? false;
  const isCharged = isDueToday && !isAwaited;
  const { sale } = priced.selection;
  const texts = acceptedTexts(sale, paying?.paymentType ?? 'paymentTypeNone', signature.acceptances);
  const now = clock.now();
  // One that is left for later stands on the order.
  const left = isCharged && !payers.isLeft ? undefined : await paying?.written(tx);
  const order = {
    user_id: signature.viewer.user_id,
    student_id: priced.student.id,
    route_id: sale.route.id,
    period_id: sale.period.id,
    program_group_id: sale.program_group.id,
    product_id: priced.product_id,
    status: isAwaited ? ('awaiting_aid' as const) : ('pending_payment' as const),
    left_method_id: left?.id ?? null,
    ...signature.known_by,
    created_at: now,
  };
  const { card_fee } = priced.facts;
  const paidBy = paying && isDueToday ? priceKeyOf(paying, card_fee) : 'paymentTypeNone';
  const price = takePriceSnapshot(priced.quote, paidBy, {
    sale,
    card_fee,
    later: payers.later,
    is_left: payers.isLeft,
  });
  const [order_id, parent, paid] = await atOnce([
    insertOrder(tx, order, price),
    getUser(tx, order.user_id),
    isCharged && paying && !left ? paying.written(tx) : undefined,
    checked,
  ]);
  if (order_id === undefined) return undefined;
  const method = left ?? paid ?? null;
  if (method) await keepMethod(tx, method, now);
  const signing = { priced, signature, texts, method, parent };
  const contract = signedContract(clock, signing);
  const isWrittenAlone = isWrittenByItself(tx, signing);
  // Planned before anything of it is begun: a plan may be refused.
  const plan = { priced, payers, method: isDueToday ? method : null, viewer: signature.viewer };
  const open = planPayments(clock, order_id, plan);
  const written = writeContract(tx, clock, order_id, { ...signing, contract });
  const { opened, charge } = open(tx);
  if (charge && isWrittenAlone) withCommit(tx, [written, opened]);
  else await atOnce([written, opened]);
  await recordGivenAtSigning(tx, { order_id, signed: priced, viewer: signature.viewer, now });
  // Last, because every other purchase on this route waits for the seat's row until this transaction ends.
  if (!(await takeSeat(tx, now, { route: sale.route, student_id: priced.student.id })))
    throw refuseField(orderRefusals.route_full, 'contract.route_id');
  if (isAwaited) await announceWait(tx, now, order_id);
  else if (!charge) makeActive(tx, clock, { id: order_id, hasAidToConfirm: priced.aid?.to_confirm ?? false });
  const { student_id, created_at } = order;
  return { order: { id: order_id, student_id, created_at, ...contract }, charge };
}

/** The office is asked to confirm the aid, and the family hears that nothing is charged before it has. */
async function announceWait(tx: Tx, now: Date, order_id: number): Promise<void> {
  const ref = `order-${order_id}`;
  await enqueue(tx, now, { kind: 'orders.aid_to_confirm', ref, payload: { order_id } });
  await enqueue(tx, now, { kind: 'orders.aid_awaited', ref, payload: { order_id } });
}

type OrderToSign = {
  priced: PricedSelection;
  signature: Signature;
  texts: HashedText[];
  method: ChargeableMethod | null;
  parent: UserRecord;
};

type SignedContract = Pick<WrittenOrder, 'snapshot' | 'base_contract_cost' | 'aid'>;

function signedContract(clock: Clock, { priced, parent }: OrderToSign): SignedContract {
  const { selection, aid, quote, student } = priced;
  const snapshot = takeSnapshot({
    selection,
    parent,
    student,
    aid,
    discount: quote.discount_cents,
    today: clock.today(),
  });
  return {
    snapshot,
    base_contract_cost: termTotal(selection.term),
    aid: aid && { to_confirm: aid.to_confirm, outcome: null, reason: null },
  };
}

/** Whether a contract and its evidence are one statement each, on whose answers nothing hangs. */
const isWrittenByItself = (tx: Tx, { priced: { aid, selection }, texts }: OrderToSign): boolean =>
  !aid && !selection.discount && !debitOf(texts) && areKnownKept(tx, texts);

const debitOf = (texts: readonly HashedText[]) => texts.find(({ kind }) => kind === 'ach');

async function writeContract(
  tx: Tx,
  clock: Clock,
  order_id: number,
  { priced, signature, texts, method, parent, contract }: OrderToSign & { contract: SignedContract },
): Promise<void> {
  const { selection, aid } = priced;
  const now = clock.now();
  const row = {
    order_id,
    period_program_id: selection.sale.period_program.id,
    grade_id: selection.grade?.id ?? null,
    payment_term_id: selection.term.id,
    pickup_north: selection.pickup_north,
    pickup_cross: selection.pickup_cross,
    special_request: selection.special_request,
    base_contract_cost_cents: contract.base_contract_cost,
    snapshot: contract.snapshot,
    created_at: now,
    aid,
  };
  const { ip, user_agent } = signature;
  const evidence = {
    order_id,
    user_id: parent.id,
    is_named: Boolean(signature.acceptances),
    placed_by_id: signature.viewer.impersonator_id,
    ip,
    user_agent,
    accepted_at: now,
  };
  const [, areKept] = await atOnce([insertContract(tx, row), insertAcceptances(tx, texts, evidence)]);
  if (areKept) noteKept(tx, texts);
  if (aid && !(await useAidCode(tx, aid.code_id)))
    throw refuseField(orderRefusals.aid_code_invalid, 'financial_aid.code');
  if (!areKept) {
    await keepAcceptedTexts(tx, texts, now);
    await insertAcceptances(tx, texts, evidence);
  }
  const debit = debitOf(texts);
  if (method && debit) {
    const { id: payment_method_id } = method;
    const given = { user_id: parent.id, payment_method_id, order_id, text_hash: debit.hash };
    await recordMandate(tx, { ...given, ip, user_agent, now });
  }
}

type PaymentsToPlan = {
  priced: PricedSelection;
  payers: LaterPayers;
  method: ChargeableMethod | null;
  viewer: Viewer;
};

/** What was written down; with the charge of today's payment, unless nothing is due today, or it waits. */
type Opened = { opened: Promise<unknown>; charge?: Promise<MarkedCharge> };

/**
 * Plans what an order owes.
 * @returns what writes it down, which throws nothing by itself
 * @throws charge_too_small
 */
function planPayments(
  clock: Clock,
  order_id: number,
  { priced: { quote, aid, selection, facts }, payers, method, viewer }: PaymentsToPlan,
): (tx: Tx) => Opened {
  const { sale } = selection;
  const { card_fee } = facts;
  const now = clock.now();
  const type = method ? priceKeyOf(method, card_fee) : 'paymentTypeNone';
  const priced = pricedBy(quote, type);
  const descriptor = m.server_order_descriptor({ route: sale.route.name, program: sale.program.text });
  const rows = asSigned(plannedPayments(priced, clock.today()), payers.later);
  if (aid?.is_awaited) return (tx) => ({ opened: openPayments(tx, { order_id, rows }) });
  if (!method)
    return (tx) => ({ opened: openFreeOrder(tx, { order_id, rows, description: descriptor, now }) });
  const surcharges = surchargesOn(
    { charge: priced.principal_cents, base: priced.surcharge_base_cents },
    { surcharges: sale.surcharges, card_fee },
    type,
  );
  const words = { descriptor, statement: statementName(sale.company.name) };
  // Staff who order for a family cannot confirm at its bank.
  const presence = viewer.impersonator_id === null ? 'here' : 'away';
  const hasAidToConfirm = aid?.to_confirm ?? false;
  const plan = { order_id, rows, method, surcharges, ...words, presence, now, hasAidToConfirm } as const;
  const marked = planCharge(plan);
  return (tx) => {
    const charge = openPaymentsAndCharge(tx, marked);
    return { opened: charge, charge };
  };
}

async function openFreeOrder(
  tx: Tx,
  { rows, ...order }: Parameters<typeof openPayments>[1] & Parameters<typeof recordFreeOrder>[1],
): Promise<void> {
  await openPayments(tx, { order_id: order.order_id, rows });
  await recordFreeOrder(tx, order);
}
