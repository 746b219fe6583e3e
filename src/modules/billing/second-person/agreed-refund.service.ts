import { isDeepStrictEqual } from 'node:util';
import { formatMoney, sum, type Cents } from '#kit/money.ts';
import { Refusal } from '#kit/refusal.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import type { RefundPart, RefundsPlan } from '#modules/billing/refunds/refund-plan.ts';
import type { Tx } from '#platform/db/database.ts';
import { refuseAboveSum } from './concessions.service.ts';
import type { Asking } from './second-person.service.ts';

export type Approval = {
  asked_by_id: number;
  plan: readonly RefundPart[];
  approve(tx: Tx): Promise<void>;
};

type AskingForRefund = Omit<Asking, 'command' | 'amount_cents'> & { command: object };

const totalOf = (parts: readonly Pick<RefundPart, 'principal_cents' | 'surcharge_cents'>[]): Cents =>
  sum(parts.flatMap((part) => [part.principal_cents, part.surcharge_cents]));

/**
 * An approved plan must be unchanged, else the limit of the company counts (H4, MH2, MH3).
 * @throws second_person_changed; an error for `orAskSecondPerson`, with the plan in the request
 */
export async function agreeToRefund(
  tx: Tx,
  { parts, amount_cents }: RefundsPlan,
  { command, ...asking }: AskingForRefund,
  approval: Approval | undefined,
): Promise<void> {
  if (!approval) return refuseAboveSum(tx, { ...asking, amount_cents, command: { ...command, plan: parts } });
  refuseOtherPlan(approval, parts);
  await approval.approve(tx);
}

export function refuseOtherPlan({ plan }: Approval, parts: readonly RefundPart[]): void {
  if (isDeepStrictEqual(plan, parts)) return;
  throw new Refusal(billingRefusals.second_person_changed, {
    data: { shown: formatMoney(totalOf(plan)), now: formatMoney(totalOf(parts)) },
  });
}
