import { DAY_MS } from '#kit/durations.ts';
import { FAMILY } from '#kit/endpoint/right.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { Refusal } from '#kit/refusal.ts';
import type { MoneyPlan } from '#modules/billing/amendments/amendment-payments.service.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { keepingPlace } from '#modules/billing/processor/keep-place.service.ts';
import { lockPaymentsOf, sendRefunds } from '#modules/billing/refunds/refunds.service.ts';
import { getRouteForSale } from '#modules/catalog/routes/selling.service.ts';
import { heldCatalog } from '#modules/catalog/current-catalog.service.ts';
import { keepAcceptedTexts } from '#modules/documents/accepted-texts.service.ts';
import { insertFamilyAcceptances } from '#modules/orders/acceptance/acceptance.queries.ts';
import { isOpenAmendment } from '#modules/orders/amendment.states.ts';
import { isAccepted } from '#modules/orders/checkout/required-texts.ts';
import type { HashedText } from '#modules/orders/checkout/sign-order.queries.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import type { PlaceOrder } from '#modules/orders/orders.contract.ts';
import { getOrderFor } from '#modules/orders/reading/read-orders.service.ts';
import { keepSeatForAmendment } from '#modules/seats/seats.service.ts';
import { writeAudit, type AuditEntry } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import { findLastAmendment, updateAmendment, type AmendmentRecord } from './amendments.queries.ts';
import { amendmentRefusals } from './amendments.refusals.ts';
import { applyAmendment } from './apply-amendment.service.ts';
import { refuseUnchangeable } from './changed-order.service.ts';
import { needsSecondPerson } from './plan-amendment.service.ts';
import { present, refuseAnswered, textHashOf, type Present } from './present-amendment.service.ts';
import { askColleague, closeAmendment, lockAmendment } from './propose-amendment.service.ts';

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

/** Sends the refund after the commit; a crash between the two leaves it to the resolver job. */
export async function sendingRefund(
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
  refuseAnswered(billing.clock.now(), found);
  const shown = await present(tx, billing, found);
  refuseUnchangeable(shown.order);
  const hash = textHashOf(shown.order.contract_number, shown);
  if (hash.toString('hex') !== text_hash) throw new Refusal(amendmentRefusals.amendment_changed);
  if (!isAccepted(shown.texts, acceptances)) throw new Refusal(orderRefusals.text_stale);
  const evidence = { agree_by: 'family' as const, text_hash: hash, ip, user_agent };
  const texts = { texts: shown.texts, ip, user_agent, scan_id: null };
  const audit = { action: 'amendment.accept', detail: { number: found.number } };
  return agree(tx, billing, { actor: viewer, shown, evidence, texts, audit, keepPlace });
}

type Agreeing = Keeping & {
  actor: Viewer;
  shown: Present;
  evidence: Pick<AmendmentRecord, 'agree_by' | 'text_hash' | 'ip' | 'user_agent'>;
  texts: Pick<Texts, 'texts' | 'ip' | 'user_agent' | 'scan_id'>;
  audit: Pick<AuditEntry, 'action' | 'detail'>;
};

/**
 * Keeps the evidence, and applies the amendment unless a colleague has to approve the refund. The caller has
 * locked order and payments, and compared what was accepted with what is `shown`.
 * @returns the id of the refund, if money goes back now
 * @throws the refusals of `applyAmendment` (OF5.8, OF5.11)
 */
export async function agree(
  tx: Tx,
  billing: BillingContext,
  { actor, shown, evidence, texts, audit, keepPlace }: Agreeing,
): Promise<number | undefined> {
  const now = billing.clock.now();
  const { order, amendment: found, plan, money } = shown;
  const needsOther = await waitsForColleague(tx, found, money);
  const amendment = await updateAmendment(tx, found.id, {
    ...evidence,
    answered_at: now,
    plan,
    plan_hash: plan.hash,
    ...(needsOther && { state: 'accepted' as const, ends_at: new Date(now.getTime() + APPROVAL_MS) }),
  });
  await keepTexts(tx, now, { amendment, user_id: order.snapshot.parent.id, ...texts });
  await writeAudit(tx, now, actor, {
    ...audit,
    subject: `order:${order.id}`,
    before: { state: 'proposed' },
    after: { state: 'accepted' },
  });
  if (!needsOther) return applyAmendment(tx, billing, { ...shown, actor, amendment, keepPlace });
  await askColleague(tx, now, { staff: { user_id: amendment.proposed_by_id }, amendment, money });
  await holdSeatLonger(tx, now, { order, amendment });
  return undefined;
}

/** How long a colleague has, once the family has accepted. */
const APPROVAL_MS = 14 * DAY_MS;

/** A refund above the approved one is asked for again (OF5.11). */
const waitsForColleague = async (tx: Tx, { order_id, approved_cents }: AmendmentRecord, money: MoneyPlan) =>
  (money.refund?.amount_cents ?? 0) > (approved_cents ?? 0) && (await needsSecondPerson(tx, order_id, money));

type Texts = {
  amendment: AmendmentRecord;
  user_id: number;
  texts: readonly HashedText[];
  ip: string;
  user_agent: string;
  /** the paper that the family has signed in place of a login */
  scan_id: number | null;
};

async function keepTexts(tx: Tx, now: Date, { amendment, texts, ...by }: Texts): Promise<void> {
  if (texts.length === 0) return;
  await keepAcceptedTexts(tx, texts, now);
  const { order_id, id: amendment_id } = amendment;
  const evidence = { order_id, amendment_id, ...by, accepted_at: now };
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
