import { m } from '#i18n/messages.js';
import { dayIn } from '#kit/plain-date.ts';
import { invariant } from '#kit/invariant.ts';
import { pick } from '#kit/pick.ts';
import { fullName } from '#kit/text/full-name.ts';
import type { RefundChannel } from '#modules/billing/refunds/refund.states.ts';
import type { AmendmentFacts, SignedAmendmentFacts } from '#modules/documents/amendment-document.ts';
import type { ContractSnapshot } from '#modules/documents/contract-snapshot.ts';
import type { SignedPaper } from '#modules/documents/signed-paper.ts';
import { TEXT_TITLES } from '#modules/documents/contract-facts.ts';
import {
  findSignedCopy,
  makeAmendmentCopy,
  type SignedCopy,
  type SignedCopyDeps,
} from '#modules/documents/signed-copies.service.ts';
import { FIELD_NAMES, TYPED_FIELDS, type FieldChange } from '#modules/orders/contract-changes.ts';
import { findScanOf } from '#modules/orders/scans.queries.ts';
import type { OrderRecord } from '#modules/orders/reading/order-response.ts';
import type { Config } from '#platform/config/config.ts';
import { getAppliedAmendment, listTextsOfAmendment } from './amendment-copy.queries.ts';

type Deps = SignedCopyDeps & { config: Config };

/** The plan as it is stored; `amendments.contract.ts` has its shape. */
type StoredPlan = Pick<
  AmendmentFacts,
  'before' | 'after' | 'fee_cents' | 'difference_cents' | 'not_asked_cents' | 'payments'
> & {
  days_left: number | null;
  days_all: number | null;
  refund: { amount_cents: AmendmentFacts['fee_cents']; way: RefundChannel } | null;
};

type Named = Pick<AmendmentFacts, 'contract_number' | 'number' | 'counts_from' | 'reason'> & {
  snapshot: ContractSnapshot;
  changes: readonly FieldChange[];
  plan: StoredPlan;
  texts: readonly { kind: keyof typeof TEXT_TITLES; html: string; text_hash: string }[];
};

/** What a paper to sign and the paper of an applied amendment say alike. */
export function amendmentFacts({ snapshot, changes, plan, texts, ...named }: Named): AmendmentFacts {
  const { days_left, days_all, refund } = plan;
  return {
    ...pick(named, ['contract_number', 'number', 'counts_from', 'reason']),
    ...pick(plan, ['before', 'after', 'fee_cents', 'difference_cents', 'not_asked_cents', 'payments']),
    company: snapshot.division,
    school: snapshot.program_group,
    parent: snapshot.parent,
    student: snapshot.student,
    period: snapshot.period.text,
    changes: changes.map(({ field, before, after }) => ({
      label: FIELD_NAMES[field](),
      before,
      after,
      isTyped: TYPED_FIELDS.includes(field),
    })),
    days: days_left !== null && days_all !== null ? { left: days_left, all: days_all } : null,
    refund: refund && { amount_cents: refund.amount_cents, way: WAYS[refund.way]() },
    texts: texts.map(({ kind, html, text_hash }) => ({ title: TEXT_TITLES[kind](), html, text_hash })),
  };
}

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
  const { changes } = amendment.change as { changes: FieldChange[] };
  const scan = await findScanOf(db, { order_id: order.id, amendment_id });
  const by = scan ? { paper: signedPaper(scan) } : { ip: ip ?? '', user_agent: user_agent ?? '' };
  return {
    ...amendmentFacts({
      ...amendment,
      contract_number: order.contract_number,
      snapshot: snapshot_after,
      changes,
      plan: amendment.plan as StoredPlan,
      texts: texts.map(({ hash, ...text }) => ({ ...text, text_hash: hash.toString('hex') })),
    }),
    order_id: order.id,
    edition: 1,
    amendment_id,
    applied_on: dayIn(clock.time_zone, amendment.applied_at),
    accepted: text_hash && answered_at && { at: answered_at, text_hash: text_hash.toString('hex'), ...by },
    placed_by: fullName(proposed_by),
    time_zone: clock.time_zone,
    verify_link: `${config.publicUrl}/verify-contract`,
  };
}

type ScanOfOrder = NonNullable<Awaited<ReturnType<typeof findScanOf>>>;

export function signedPaper({ scan, seen_by }: ScanOfOrder): SignedPaper {
  const { signed_on, pages, surge_page } = scan;
  invariant(signed_on, 'a paper of an order has a day');
  const sha256 = scan.sha256.toString('hex');
  return { signed_on, seen_by: fullName(seen_by), sha256, pages, surge_page };
}
