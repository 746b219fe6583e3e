import { createHash } from 'node:crypto';
import { FAMILY } from '#kit/endpoint/right.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { Refusal } from '#kit/refusal.ts';
import {
  readAmendedOrder,
  type AmendedOrder,
  type MoneyPlan,
} from '#modules/billing/amendments/amendment-payments.service.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { getRouteForSale } from '#modules/catalog/routes/selling.service.ts';
import { presentTexts } from '#modules/orders/checkout/accepted-texts.service.ts';
import type { HashedText } from '#modules/orders/checkout/sign-order.queries.ts';
import type { OrderRecord } from '#modules/orders/reading/order-response.ts';
import { getOrderFor } from '#modules/orders/reading/read-orders.service.ts';
import type { Tx } from '#platform/db/database.ts';
import { findLastAmendment, type AmendmentRecord } from './amendments.queries.ts';
import { amendmentRefusals } from './amendments.refusals.ts';
import type { AmendmentPlan } from './amendments.contract.ts';
import type { FamilyAmendment } from './family-amendment.contract.ts';
import { getShownOrder } from './changed-order.service.ts';
import { countedFrom, moneyOf, wholePlan } from './plan-amendment.service.ts';

/** What stands between proposal and application: the plan of today, and the texts in force. */
export type Present = {
  order: OrderRecord;
  amendment: AmendmentRecord;
  amended: AmendedOrder;
  money: MoneyPlan;
  plan: AmendmentPlan;
  texts: HashedText[];
};

/** @throws amendment_not_open */
export function refuseAnswered(
  now: Date,
  { state, ends_at }: Pick<AmendmentRecord, 'state' | 'ends_at'>,
): void {
  if (state !== 'proposed' || ends_at <= now) throw new Refusal(amendmentRefusals.amendment_not_open);
}

/**
 * A charge since the proposal changes the plan, and the family is shown the new one (OF5.7).
 * @param amendment  with `agree_by` paper: as the paper says
 */
export async function present(tx: Tx, billing: BillingContext, amendment: AmendmentRecord): Promise<Present> {
  const order = await getShownOrder(tx, amendment.order_id);
  const amended = await readAmendedOrder(tx, amendment.order_id);
  const { plan, snapshot_after, change } = amendment;
  const { payments: _, refund: __, not_asked_cents: ___, hash: ____, ...years } = plan;
  const from = countedFrom(billing.clock, amendment);
  const asked = { snapshot_after, plan: years, request: change.request, from };
  const money = await moneyOf(tx, billing, amended, asked);
  const texts = await textsOf(tx, billing, amendment);
  return { order, amendment, amended, money, plan: wholePlan(years, money), texts };
}

async function textsOf(tx: Tx, { clock }: BillingContext, { brings_texts, snapshot_after }: AmendmentRecord) {
  const sale = brings_texts ? await getRouteForSale(tx, clock.now(), snapshot_after.route.id) : undefined;
  return sale ? presentTexts(sale, 'paymentTypeNone') : [];
}

/** Names what the family accepts or signs: the words, the money and the texts (OF5.8). */
export function textHashOf(
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
