import { m } from '#i18n/messages.js';
import { invariant } from '#kit/invariant.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { refuseField } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { getUser, type UserRecord } from '#modules/accounts/profile/users.service.ts';
import { openAttempt, openPayments, type Presence } from '#modules/billing/charges/charges.service.ts';
import { statementName } from '#modules/billing/payments/payment-texts.ts';
import { recordFreeOrder } from '#modules/billing/ledger/ledger.service.ts';
import { recordMandate } from '#modules/billing/methods/mandates.service.ts';
import { keepMethod, type ChargeableMethod } from '#modules/billing/methods/methods.service.ts';
import { useAidCode } from '#modules/catalog/routes/selling.service.ts';
import { keepAcceptedTexts } from '#modules/documents/accepted-texts.service.ts';
import { priceKeyOf } from '#modules/pricing/quoted-prices.ts';
import { surchargesOn } from '#modules/pricing/surcharges.ts';
import { termTotal } from '#modules/pricing/term-total.ts';
import { takeSeat } from '#modules/seats/seats.service.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { atOnce } from '#platform/db/at-once.ts';
import type { Tx } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { takeAward } from '#modules/aid/award-use.service.ts';
import { insertAcceptances, insertContract, type CodedAid, type HashedText } from './sign-order.queries.ts';
import { recordGivenAtSigning } from './given-at-signing.service.ts';
import { makeActive } from './order-listener.service.ts';
import type { PlaceOrder } from '#modules/orders/orders.contract.ts';
import { insertOrder, type NewOrder, type RequestIdentity } from '#modules/orders/orders.queries.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { asSigned, isSomethingDue, plannedPayments, pricedBy } from '#modules/orders/contracts/priced-by.ts';
import { takePriceSnapshot } from '#modules/pricing/price-snapshot.ts';
import type { OfficePayment, PricedSelection } from './price-selection.service.ts';
import { takeSnapshot } from './take-snapshot.ts';
import { signedTexts, type SignedPaper } from './accepted-texts.service.ts';
import type { PayingMethod } from './checkout-method.service.ts';
import type { LaterPayers } from './later-payers.service.ts';
import { refuseSameChild } from './same-child.service.ts';
import { listNamesakes } from './same-child.queries.ts';

export type Signature = {
  viewer: Viewer;
  ip: string;
  user_agent: string;
  known_by: RequestIdentity;
  acceptances: PlaceOrder['acceptances'];
  /** the family has signed a paper that staff have scanned, in place of a login (OF3.8) */
  paper?: SignedPaper | undefined;
};

export type SignedOrder = {
  order_id: number;
  attempt_id: number | undefined;
};

type ToSign = {
  paying: PayingMethod | null;
  payers: LaterPayers;
  signature: Signature;
  presence: Presence;
  /** the office waits for a check or cash: a seat and a contract, and no charge (OF3.7) */
  received_by?: OfficePayment | undefined;
};

/**
 * The first transaction of checkout. An order without a charge today becomes active at once. An order
 * awaiting confirmation of aid, or a check, gets a seat, and no charge yet (A6, OF3.7).
 * @returns undefined when another order holds the key of the request or the student's place on the route (O2)
 * @throws route_full, aid_code_invalid, text_stale, surge_not_accepted; method_not_found for a method entered
 *   a day ago and given up; order_exists and order_by_phone for another record of the child (MC10)
 * Source: O2 to O10, reliability 4.3
 */
export async function signOrder(
  tx: Tx,
  { clock, vault }: { clock: Clock; vault: Vault },
  priced: PricedSelection,
  { paying, payers, signature, presence, received_by }: ToSign,
): Promise<SignedOrder | undefined> {
  const isDueToday = isSomethingDue(priced.quote);
  const isAwaited = priced.aid?.is_awaited ?? false;
  const isCheckAwaited = isDueToday && received_by !== undefined;
  const { sale } = priced.selection;
  const texts = signedTexts(sale, paying?.paymentType ?? 'paymentTypeNone', signature);
  const now = clock.now();
  const written = await writeOrder(tx, now, { priced, paying, payers, signature, received_by });
  const { order_id, parent, method } = written;
  if (order_id === undefined) return undefined;
  if (method) await keepMethod(tx, method, now);
  await writeContract(tx, clock, order_id, { priced, signature, texts, method, parent });
  const plan = { priced, payers, method: isDueToday ? method : null, presence, received_by };
  const attempt_id = await openPaymentsOf(tx, clock, order_id, plan);
  await recordGivenAtSigning(tx, { order_id, signed: priced, viewer: priced.seller, now });
  // Last: every other purchase on this route waits for the seat's row until this transaction ends.
  const place = { route_id: sale.route.id, student_id: priced.student.id };
  const [hasSeat, namesakes] = await atOnce([
    takeSeat(tx, now, { ...place, route: sale.route }),
    listNamesakes(tx, place),
  ]);
  if (!hasSeat) throw refuseField(orderRefusals.route_full, 'contract.route_id');
  const signed = { order_id, student: priced.student, parent, viewer: priced.seller };
  await refuseSameChild(tx, { now, vault }, signed, namesakes);
  if (isAwaited) await announceWait(tx, now, order_id);
  else if (attempt_id === undefined && !isCheckAwaited)
    await makeActive(tx, clock, { id: order_id, hasAidToConfirm: priced.aid?.to_confirm ?? false });
  return { order_id, attempt_id };
}

type Signing = Omit<ToSign, 'presence'> & { priced: PricedSelection };

/**
 * Writes the row of a typed method, then the order. @returns no order for a repeated request
 *
 * The method first in every case, to avoid a deadlock: two tabs of a family meet at the count of typed
 * methods and at the child's place on the route.
 */
async function writeOrder(tx: Tx, now: Date, { priced, paying, payers, signature, received_by }: Signing) {
  const method = (await paying?.written(tx)) ?? null;
  const isCharged = isSomethingDue(priced.quote) && !priced.aid?.is_awaited;
  const isLeft = !isCharged || payers.isLeft;
  const left_method_id = (isLeft && method?.id) || null;
  const status = statusOf(priced, received_by);
  const order = orderRowOf(priced, signature, {
    status,
    left_method_id,
    is_on_paper: signature.paper !== undefined,
    created_at: now,
  });
  const [order_id, parent] = await atOnce([
    insertOrder(tx, order, priceOf(priced, { paying, payers, received_by })),
    getUser(tx, order.user_id),
  ]);
  return { order_id, parent, method };
}

function statusOf(
  { quote, aid }: PricedSelection,
  received_by: OfficePayment | undefined,
): NewOrder['status'] {
  if (aid?.is_awaited) return 'awaiting_aid';
  return received_by && isSomethingDue(quote) ? 'awaiting_check' : 'pending_payment';
}

function orderRowOf(
  { selection: { sale }, student, product_id }: PricedSelection,
  { viewer, known_by }: Signature,
  written: Pick<NewOrder, 'status' | 'created_at'> & { left_method_id: number | null; is_on_paper: boolean },
) {
  return {
    user_id: viewer.user_id,
    student_id: student.id,
    route_id: sale.route.id,
    period_id: sale.period.id,
    program_group_id: sale.program_group.id,
    product_id,
    ...written,
    ...known_by,
  };
}

function priceOf(
  { quote, facts, selection: { sale } }: PricedSelection,
  { paying, payers: { later, isLeft }, received_by }: Pick<Signing, 'paying' | 'payers' | 'received_by'>,
) {
  const { card_fee } = facts;
  const key = paying ? priceKeyOf(paying, card_fee) : received_by;
  const paidBy = key && isSomethingDue(quote) ? key : 'paymentTypeNone';
  return takePriceSnapshot(quote, paidBy, { sale, card_fee, later, is_left: isLeft });
}

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

const debitOf = (texts: readonly HashedText[]) => texts.find(({ kind }) => kind === 'ach');

async function writeContract(
  tx: Tx,
  clock: Clock,
  order_id: number,
  { priced, signature, texts, method, parent }: OrderToSign,
): Promise<void> {
  const now = clock.now();
  const aid = await withCode(tx, clock, priced, signature.viewer);
  const row = { order_id, ...contractRowOf(priced, parent, clock.today()), created_at: now, aid };
  const { ip, user_agent } = signature;
  const evidence = {
    order_id,
    user_id: parent.id,
    is_named: Boolean(signature.acceptances ?? signature.paper),
    placed_by_id: signature.viewer.impersonator_id,
    scan_id: signature.paper?.scan_id ?? null,
    ip,
    user_agent,
    accepted_at: now,
  };
  const [, areKept] = await atOnce([insertContract(tx, row), insertAcceptances(tx, texts, evidence)]);
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

/** The award of a school gets the code row of the contract. @throws aid_code_invalid if used meanwhile */
async function withCode(
  tx: Tx,
  clock: Clock,
  { aid, student, selection }: PricedSelection,
  by: Viewer,
): Promise<CodedAid | null> {
  if (!aid) return null;
  const of = { student_id: student.id, period_program_id: selection.sale.period_program.id, by };
  const code_id = aid.award ? await takeAward(tx, clock, aid.award, of) : aid.code_id;
  if (code_id == null) throw refuseField(orderRefusals.aid_code_invalid, 'financial_aid.code');
  return { ...aid, code_id };
}

function contractRowOf(
  { selection, aid, quote, student }: PricedSelection,
  parent: UserRecord,
  today: PlainDate,
) {
  const discount = quote.discount_cents;
  return {
    period_program_id: selection.sale.period_program.id,
    grade_id: selection.grade?.id ?? null,
    payment_term_id: selection.term.id,
    pickup_north: selection.pickup_north,
    pickup_cross: selection.pickup_cross,
    special_request: selection.special_request,
    base_contract_cost_cents: termTotal(selection.term),
    snapshot: takeSnapshot({ selection, parent, student, aid, discount, today }),
  };
}

type PaymentsToPlan = {
  priced: PricedSelection;
  payers: LaterPayers;
  method: ChargeableMethod | null;
  presence: Presence;
  received_by: OfficePayment | undefined;
};

/**
 * The caller sends the attempt after the commit. @returns undefined when nothing is due today, or when the
 * order awaits aid or a check
 * @throws charge_too_small
 */
async function openPaymentsOf(
  tx: Tx,
  clock: Clock,
  order_id: number,
  { priced: { quote, aid, selection, facts }, payers, method, presence, received_by }: PaymentsToPlan,
): Promise<number | undefined> {
  const { sale } = selection;
  const { card_fee } = facts;
  const now = clock.now();
  const received = received_by && isSomethingDue(quote) ? received_by : undefined;
  const type = method ? priceKeyOf(method, card_fee) : (received ?? 'paymentTypeNone');
  const priced = pricedBy(quote, type);
  const descriptor = m.server_order_descriptor({ route: sale.route.name, program: sale.program.text });
  const rows = asSigned(plannedPayments(priced, clock.today()), payers.later);
  const payments = await openPayments(tx, { order_id, rows });
  if (aid?.is_awaited || received) return undefined;
  if (!method) {
    await recordFreeOrder(tx, { order_id, description: descriptor, now });
    return undefined;
  }
  const payment = payments.find(({ payment_number }) => payment_number === 1);
  invariant(payment, 'payment 1 is due today');
  const charged = { charge: priced.principal_cents, base: priced.surcharge_base_cents };
  const attempt = await openAttempt(tx, {
    payment,
    method,
    surcharges: surchargesOn(charged, { surcharges: sale.surcharges, card_fee }, type),
    descriptor,
    statement: statementName(sale.company.name),
    ...presence,
    now,
  });
  return attempt.id;
}
