import { createHash } from 'node:crypto';
import { DAY_MS } from '#kit/durations.ts';
import { FAMILY } from '#kit/endpoint/right.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { Refusal } from '#kit/refusal.ts';
import {
  readAmendedOrder,
  type AmendedOrder,
  type MoneyPlan,
} from '#modules/billing/amendments/amendment-payments.service.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { keepingPlace } from '#modules/billing/processor/keep-place.service.ts';
import { lockPaymentsOf, sendRefunds } from '#modules/billing/refunds/refunds.service.ts';
import { getRouteForSale } from '#modules/catalog/routes/selling.service.ts';
import { heldCatalog } from '#modules/catalog/current-catalog.service.ts';
import { keepAcceptedTexts } from '#modules/documents/accepted-texts.service.ts';
import { insertFamilyAcceptances } from '#modules/orders/acceptance/acceptance.queries.ts';
import { isOpenAmendment } from '#modules/orders/amendment.states.ts';
import { presentTexts } from '#modules/orders/checkout/accepted-texts.service.ts';
import { isAccepted } from '#modules/orders/checkout/required-texts.ts';
import type { HashedText } from '#modules/orders/checkout/sign-order.queries.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import type { PlaceOrder } from '#modules/orders/orders.contract.ts';
import type { OrderRecord } from '#modules/orders/reading/order-response.ts';
import { getOrderFor } from '#modules/orders/reading/read-orders.service.ts';
import { keepSeatForAmendment } from '#modules/seats/seats.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import { findLastAmendment, updateAmendment, type AmendmentRecord } from './amendments.queries.ts';
import { amendmentRefusals } from './amendments.refusals.ts';
import type { AmendmentPlan } from './amendments.contract.ts';
import type { FamilyAmendment } from './family-amendment.contract.ts';
import { applyAmendment } from './apply-amendment.service.ts';
import { getShownOrder, refuseUnchangeable } from './changed-order.service.ts';
import { moneyOf, needsSecondPerson, wholePlan } from './plan-amendment.service.ts';
import { askColleague, closeAmendment, lockAmendment } from './propose-amendment.service.ts';

/** What stands between proposal and application: the plan of today, and the texts in force. */
type Present = {
  order: OrderRecord;
  amendment: AmendmentRecord;
  amended: AmendedOrder;
  money: MoneyPlan;
  plan: AmendmentPlan;
  texts: HashedText[];
};

/** A charge since the proposal changes the plan, and the family is shown the new one (OF5.7). */
async function present(tx: Tx, billing: BillingContext, amendment: AmendmentRecord): Promise<Present> {
  const order = await getShownOrder(tx, amendment.order_id);
  const amended = await readAmendedOrder(tx, amendment.order_id);
  const { plan, snapshot_after, change } = amendment;
  const { payments: _, refund: __, not_asked_cents: ___, hash: ____, ...years } = plan;
  const money = await moneyOf(tx, billing, amended, { snapshot_after, plan: years, request: change.request });
  const texts = await textsOf(tx, billing, amendment);
  return { order, amendment, amended, money, plan: wholePlan(years, money), texts };
}

async function textsOf(tx: Tx, { clock }: BillingContext, { brings_texts, snapshot_after }: AmendmentRecord) {
  const sale = brings_texts ? await getRouteForSale(tx, clock.now(), snapshot_after.route.id) : undefined;
  return sale ? presentTexts(sale, 'paymentTypeNone') : [];
}

/** Names what the family accepts: the words, the money and the texts (OF5.8). */
function textHashOf(
  contract_number: string | null,
  { amendment, plan, texts }: Pick<Present, 'amendment' | 'plan' | 'texts'>,
) {
  const { number, reason, counts_from } = amendment;
  const hashes = texts.map(({ kind, text_hash }) => [kind, text_hash]);
  const accepted = JSON.stringify([contract_number, number, reason, counts_from, plan, hashes]);
  return createHash('sha256').update(accepted).digest();
}

/** The open amendment, else the last one. @throws order_not_found, amendment_not_found */
export async function readFamilyAmendment(
  tx: Tx,
  billing: BillingContext,
  { viewer, order_id }: { viewer: Viewer; order_id: number },
): Promise<FamilyAmendment> {
  const order = await getOrderFor(tx, { ...viewer, ...FAMILY }, order_id);
  const amendment = await findLastAmendment(tx, order_id);
  if (!amendment) throw new Refusal(amendmentRefusals.amendment_not_found);
  if (amendment.state !== 'proposed')
    return toFamily(order, { amendment, plan: amendment.plan, texts: [], refused: null });
  try {
    return toFamily(order, { ...(await present(tx, billing, amendment)), refused: null });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const texts = await textsOf(tx, billing, amendment);
    return toFamily(order, { amendment, plan: amendment.plan, texts, refused: error.sentences[0]! });
  }
}

type Shown = Pick<Present, 'amendment' | 'plan' | 'texts'> & { refused: string | null };

function toFamily(
  { id, contract_number, snapshot }: OrderRecord,
  { amendment, plan, texts, refused }: Shown,
): FamilyAmendment {
  const { text_hash, answered_at, applied_at, ends_at } = amendment;
  const hash = text_hash ?? textHashOf(contract_number, { amendment, plan, texts });
  return {
    order_id: id,
    contract_number: contract_number ?? '',
    number: amendment.number,
    state: amendment.state,
    student: { first_name: snapshot.student.first_name, last_name: snapshot.student.last_name },
    school: { path: snapshot.program_group.path, text: snapshot.program_group.text },
    reason: amendment.reason,
    counts_from: amendment.counts_from,
    ends_at: ends_at.toISOString(),
    answered_at: answered_at?.toISOString() ?? null,
    applied_at: applied_at?.toISOString() ?? null,
    plan,
    refused,
    texts: texts.map(({ kind, html, text_hash: one }) => ({ kind, html, text_hash: one })),
    text_hash: hash.toString('hex'),
    phone: snapshot.division.phone_main,
  };
}

export type Accepting = {
  viewer: Viewer;
  order_id: number;
  text_hash: string;
  acceptances: NonNullable<PlaceOrder['acceptances']>;
  ip: string;
  user_agent: string;
};

/**
 * Applies the amendment at once, unless a colleague has to approve the refund. A second press changes
 * nothing.
 * Opens its own transactions (OF5.8, OF5.9).
 * @throws order_not_found, order_inactive, amendment_not_found, amendment_not_open, amendment_changed,
 *   text_stale, and the refusals of `applyAmendment`
 */
export async function acceptAmendment(billing: BillingContext, accepting: Accepting): Promise<void> {
  await getOrderFor(billing.db, { ...accepting.viewer, ...FAMILY }, accepting.order_id);
  await sendingRefund(billing, (keepPlace) =>
    billing.db.transaction((tx) => accept(tx, billing, { ...accepting, keepPlace })),
  );
}

async function sendingRefund(
  billing: BillingContext,
  apply: (keepPlace: () => void) => Promise<number | undefined>,
): Promise<void> {
  const order_refund_id = await keepingPlace(billing, 'refund', apply);
  billing.crashPoint('amendment applied');
  if (order_refund_id !== undefined) await sendRefunds(billing, order_refund_id);
}

type Keeping = { keepPlace: () => void };

async function accept(
  tx: Tx,
  billing: BillingContext,
  { viewer, order_id, text_hash, acceptances, ip, user_agent, keepPlace }: Accepting & Keeping,
): Promise<number | undefined> {
  await heldCatalog(tx, billing.clock.now());
  await lockPaymentsOf(tx, order_id);
  const found = await findLastAmendment(tx, order_id);
  if (!found) throw new Refusal(amendmentRefusals.amendment_not_found);
  if (found.text_hash?.toString('hex') === text_hash) return undefined;
  const now = billing.clock.now();
  if (found.state !== 'proposed' || found.ends_at <= now)
    throw new Refusal(amendmentRefusals.amendment_not_open);
  const shown = await present(tx, billing, found);
  const { order, texts, plan, money } = shown;
  refuseUnchangeable(order);
  const hash = textHashOf(order.contract_number, shown);
  if (hash.toString('hex') !== text_hash) throw new Refusal(amendmentRefusals.amendment_changed);
  if (!isAccepted(texts, acceptances)) throw new Refusal(orderRefusals.text_stale);
  const evidence = { text_hash: hash, ip, user_agent, answered_at: now };
  const needsOther = await waitsForColleague(tx, found, money);
  const amendment = await updateAmendment(tx, found.id, {
    ...evidence,
    plan,
    plan_hash: plan.hash,
    ...(needsOther && { state: 'accepted' as const, ends_at: new Date(now.getTime() + APPROVAL_MS) }),
  });
  await keepTexts(tx, now, { amendment, user_id: viewer.user_id, texts });
  await writeAudit(tx, now, viewer, {
    action: 'amendment.accept',
    subject: `order:${order_id}`,
    detail: { number: amendment.number },
    before: { state: 'proposed' },
    after: { state: 'accepted' },
  });
  if (!needsOther) return applyAmendment(tx, billing, { ...shown, actor: viewer, amendment, keepPlace });
  const staff = { user_id: amendment.proposed_by_id };
  await askColleague(tx, now, { staff, amendment, money });
  await holdSeatLonger(tx, now, { order, amendment });
  return undefined;
}

/** How long a colleague has, once the family has accepted. */
const APPROVAL_MS = 14 * DAY_MS;

/** A refund above the approved one is asked for again (OF5.11). */
const waitsForColleague = async (tx: Tx, { order_id, approved_cents }: AmendmentRecord, money: MoneyPlan) =>
  (money.refund?.amount_cents ?? 0) > (approved_cents ?? 0) && (await needsSecondPerson(tx, order_id, money));

type Texts = { amendment: AmendmentRecord; user_id: number; texts: readonly HashedText[] };

async function keepTexts(tx: Tx, now: Date, { amendment, user_id, texts }: Texts): Promise<void> {
  if (texts.length === 0) return;
  await keepAcceptedTexts(tx, texts, now);
  const { ip, user_agent, order_id, id: amendment_id } = amendment;
  const evidence = { order_id, amendment_id, user_id, ip: ip!, user_agent: user_agent!, accepted_at: now };
  await insertFamilyAcceptances(
    tx,
    texts.map(({ kind, hash, text_hash }) => ({
      kind,
      text_hash: hash,
      version: text_hash.slice(0, 12),
      ...evidence,
    })),
  );
}

async function holdSeatLonger(
  tx: Tx,
  now: Date,
  { order, amendment }: Pick<Present, 'order' | 'amendment'>,
): Promise<void> {
  const { route } = amendment.snapshot_after;
  if (route.id === order.snapshot.route.id) return;
  const sale = await getRouteForSale(tx, now, route.id);
  const place = { student_id: order.student_id, user_id: order.snapshot.parent.id, until: amendment.ends_at };
  if (sale) await keepSeatForAmendment(tx, now, { route: sale.route, ...place });
}

type Approving = { staff: Viewer; amendment_id: number; approve: (tx: Tx) => Promise<void> };

/**
 * The later of family and colleague applies. Opens its own transactions (OF5.11).
 * @throws amendment_not_found, amendment_not_open, second_person_changed, and the refusals of
 *   `applyAmendment`
 */
export async function approveAmendment(
  billing: BillingContext,
  { staff, amendment_id, approve }: Approving,
): Promise<void> {
  await sendingRefund(billing, (keepPlace) =>
    billing.db.transaction(async (tx) => {
      await heldCatalog(tx, billing.clock.now());
      const found = await lockAmendment(tx, amendment_id);
      if (!isOpenAmendment(found.state)) throw new Refusal(amendmentRefusals.amendment_not_open);
      await lockPaymentsOf(tx, found.order_id);
      await approve(tx);
      const shown = await present(tx, billing, found);
      refuseUnchangeable(shown.order);
      const approved_cents = shown.money.refund?.amount_cents ?? null;
      const approval = { approved_cents, approved_by_id: staff.user_id };
      const amendment = await updateAmendment(tx, found.id, approval);
      if (amendment.state !== 'accepted') return undefined;
      refuseOtherThanAccepted(shown);
      return applyAmendment(tx, billing, { ...shown, actor: staff, amendment, keepPlace });
    }),
  );
}

/** The family has accepted these payments and this refund, and no others. @throws amendment_changed */
function refuseOtherThanAccepted({ amendment, plan }: Present): void {
  if (amendment.plan.hash !== plan.hash) throw new Refusal(amendmentRefusals.amendment_changed);
}

type Declining = { viewer: Viewer; order_id: number; reason: string | null };

/** A second press changes nothing. @throws order_not_found, amendment_not_found, amendment_not_open */
export async function declineAmendment(
  tx: Tx,
  now: Date,
  { viewer, order_id, reason }: Declining,
): Promise<void> {
  await getOrderFor(tx, { ...viewer, ...FAMILY }, order_id);
  const last = await findLastAmendment(tx, order_id);
  if (!last) throw new Refusal(amendmentRefusals.amendment_not_found);
  const amendment = await lockAmendment(tx, last.id);
  if (amendment.state === 'declined') return;
  if (amendment.state !== 'proposed') throw new Refusal(amendmentRefusals.amendment_not_open);
  await closeAmendment(tx, now, { amendment, state: 'declined', answer_reason: reason });
  await writeAudit(tx, now, viewer, {
    action: 'amendment.decline',
    subject: `order:${order_id}`,
    detail: { number: amendment.number },
    before: { state: 'proposed' },
    after: { state: 'declined' },
    texts: { reason },
  });
}
