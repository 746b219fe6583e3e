import { m } from '#i18n/messages.js';
import { formatMoney, ZERO, type Cents } from '#kit/money.ts';
import { refuseField } from '#kit/refusal.ts';
import { personOf, type Viewer } from '#kit/endpoint/viewer.ts';
import { copyAidConcessions, recordConcession } from '#modules/billing/second-person/concessions.service.ts';
import type { Catalog } from '#modules/catalog/current-catalog.service.ts';
import type { Quote } from '#modules/pricing/quoted-prices.ts';
import { isForSiblings } from '#modules/pricing/sibling-discount.ts';
import { termTotal } from '#modules/pricing/term-total.ts';
import { isOwnFamily, refuseOwnFamily } from '#modules/students/own-family.service.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { aidDifference } from '#modules/orders/contracts/aid-difference.ts';
import type { AppliedAid } from '#modules/orders/discounts/aid-code.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { discountOf, type ResolvedSelection } from './selection.ts';

type Signed = { selection: ResolvedSelection; aid: AppliedAid | null; quote: Quote };

const limitOf = ({ company }: Catalog) => company[0]?.second_person_above_cents ?? null;

const aidWorth = ({ selection: { term, addons }, aid }: { selection: ResolvedSelection; aid: AppliedAid }) =>
  aidDifference({
    base_contract_cost_cents: termTotal(term),
    snapshot: { addons },
    amount_cents: aid.amount,
  }).difference_cents;

/**
 * Marks aid by a staff member's code above the company's limit, or for the staff member's own family (MH2,
 * MH4).
 */
export async function withColleague(
  db: Db,
  { user_id }: Pick<Viewer, 'user_id'>,
  { aid, selection, catalog }: { aid: AppliedAid; selection: ResolvedSelection; catalog: Catalog },
): Promise<AppliedAid> {
  const { awarded_by_id, confirmed_with } = aid;
  if (awarded_by_id === null || confirmed_with !== null) return aid;
  const limit = limitOf(catalog);
  const isAboveSum = limit !== null && aidWorth({ selection, aid }) > limit;
  const isWanted = isAboveSum || (await isOwnFamily(db, { user_id: awarded_by_id }, { user_id }));
  return isWanted ? { ...aid, to_confirm: true } : aid;
}

const staffDiscount = ({ selection, aid, quote }: Signed): Cents => {
  const rule = aid ? undefined : discountOf(selection);
  return rule && !isForSiblings(rule) ? quote.discount_cents : ZERO;
};

/**
 * A new order has no other concession to add (MH2, MH4).
 * @throws own_order, discount_above_sum
 */
export async function checkStaffDiscount(
  db: Db,
  viewer: Viewer,
  signed: Signed,
  catalog: Catalog,
): Promise<void> {
  const discount = staffDiscount(signed);
  if (discount === 0) return;
  await refuseOwnFamily(db, { user_id: personOf(viewer) }, viewer);
  const limit = limitOf(catalog);
  if (limit === null || discount <= limit) return;
  throw refuseField(orderRefusals.discount_above_sum, 'contract.route_discounts', {
    limit: formatMoney(limit),
  });
}

type Signing = { order_id: number; signed: Signed; viewer: Viewer; now: Date };

export async function recordGivenAtSigning(
  tx: Tx,
  { order_id, signed, viewer, now }: Signing,
): Promise<void> {
  const { aid, selection } = signed;
  const discount_cents = staffDiscount(signed);
  const given = { order_id, given_at: now };
  const discount = { kind: 'discount' as const, amount_cents: discount_cents, reason: '' };
  if (discount_cents > 0)
    await recordConcession(tx, { ...given, ...discount, given_by_id: personOf(viewer) });
  if (!aid || aid.to_confirm) return;
  if (aid.confirmed_with !== null) {
    await copyAidConcessions(tx, { from: aid.confirmed_with, to: order_id, given_at: now });
    return;
  }
  const amount_cents = aidWorth({ selection, aid });
  if (aid.awarded_by_id === null || amount_cents === 0) return;
  await recordConcession(tx, {
    ...given,
    kind: 'award',
    amount_cents,
    reason: m.server_aid_concession({ amount: formatMoney(aid.amount) }),
    given_by_id: aid.awarded_by_id,
  });
}
