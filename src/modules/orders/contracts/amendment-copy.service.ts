import { m } from '#i18n/messages.js';
import { dayIn } from '#kit/plain-date.ts';
import { invariant } from '#kit/invariant.ts';
import { fullName } from '#kit/text/full-name.ts';
import type { RefundChannel } from '#modules/billing/refunds/refund.states.ts';
import type { SignedAmendmentFacts } from '#modules/documents/amendment-document.ts';
import { TEXT_TITLES } from '#modules/documents/contract-facts.ts';
import {
  findSignedCopy,
  makeAmendmentCopy,
  type SignedCopy,
  type SignedCopyDeps,
} from '#modules/documents/signed-copies.service.ts';
import { FIELD_NAMES, TYPED_FIELDS, type FieldChange } from '#modules/orders/contract-changes.ts';
import type { OrderRecord } from '#modules/orders/reading/order-response.ts';
import type { Config } from '#platform/config/config.ts';
import { getAppliedAmendment, listTextsOfAmendment } from './amendment-copy.queries.ts';

type Deps = SignedCopyDeps & { config: Config };

/** The plan as it is stored; `amendments.contract.ts` has its shape. */
type StoredPlan = Pick<
  SignedAmendmentFacts,
  'before' | 'after' | 'fee_cents' | 'difference_cents' | 'not_asked_cents' | 'payments'
> & {
  days_left: number | null;
  days_all: number | null;
  refund: { amount_cents: SignedAmendmentFacts['fee_cents']; way: RefundChannel } | null;
};

export const WAYS: Record<RefundChannel, () => string> = {
  processor: m.document_way_processor,
  check: m.document_way_check,
  driver_fund: m.document_way_driver_fund,
};

/** Printed once from what the amendment has kept, so a second printing gives the same document (OF5.10). */
export async function amendmentCopyOf(
  deps: Deps,
  order: OrderRecord,
  amendment_id: number,
): Promise<SignedCopy> {
  const kept = await findSignedCopy(deps, { order_id: order.id, edition: 1, amendment_id });
  return kept ?? makeAmendmentCopy(deps, await factsOf(deps, order, amendment_id));
}

async function factsOf(
  { db, clock, config }: Deps,
  order: OrderRecord,
  amendment_id: number,
): Promise<SignedAmendmentFacts> {
  const { amendment, proposed_by } = await getAppliedAmendment(db, amendment_id);
  const texts = await listTextsOfAmendment(db, { order_id: order.id, amendment_id });
  invariant(order.contract_number && amendment.applied_at, 'an applied amendment has a contract and a day');
  const { snapshot_after, ip, user_agent, text_hash, answered_at } = amendment;
  const plan = amendment.plan as StoredPlan;
  const { changes } = amendment.change as { changes: FieldChange[] };
  return {
    order_id: order.id,
    edition: 1,
    amendment_id,
    contract_number: order.contract_number,
    number: amendment.number,
    company: snapshot_after.division,
    school: snapshot_after.program_group,
    parent: snapshot_after.parent,
    student: snapshot_after.student,
    period: snapshot_after.period.text,
    applied_on: dayIn(clock.time_zone, amendment.applied_at),
    counts_from: amendment.counts_from,
    reason: amendment.reason,
    changes: changes.map(({ field, before, after }) => ({
      label: FIELD_NAMES[field](),
      before,
      after,
      isTyped: TYPED_FIELDS.includes(field),
    })),
    before: plan.before,
    after: plan.after,
    fee_cents: plan.fee_cents,
    difference_cents: plan.difference_cents,
    not_asked_cents: plan.not_asked_cents,
    payments: plan.payments,
    days:
      plan.days_left !== null && plan.days_all !== null ? { left: plan.days_left, all: plan.days_all } : null,
    refund: plan.refund && { amount_cents: plan.refund.amount_cents, way: WAYS[plan.refund.way]() },
    texts: texts.map(({ kind, html, hash }) => ({
      title: TEXT_TITLES[kind](),
      html,
      text_hash: hash.toString('hex'),
    })),
    accepted: text_hash &&
      answered_at && {
        at: answered_at,
        ip: ip ?? '',
        user_agent: user_agent ?? '',
        text_hash: text_hash.toString('hex'),
      },
    placed_by: fullName(proposed_by),
    time_zone: clock.time_zone,
    verify_link: `${config.publicUrl}/verify-contract`,
  };
}
