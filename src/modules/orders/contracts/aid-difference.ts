import { cents, sum, ZERO, type Cents } from '#kit/money.ts';
import { SMALLEST_CHARGE } from '#modules/catalog/smallest-charge.ts';
import type { ContractSnapshot } from '#modules/documents/contract-snapshot.ts';

type SignedAid = {
  /** M2 */
  base_contract_cost_cents: Cents;
  snapshot: Pick<ContractSnapshot, 'addons'>;
  /** A1 */
  amount_cents: Cents;
};

/**
 * The difference is zero if below the processor's smallest charge (S16). A sibling's number beside aid was
 * never checked, so the number lowers nothing (B6).
 */
export function aidDifference({ base_contract_cost_cents, snapshot, amount_cents }: SignedAid): {
  full_cents: Cents;
  difference_cents: Cents;
} {
  const full_cents = sum([base_contract_cost_cents, ...snapshot.addons.map(({ amount }) => amount)]);
  const left = full_cents - amount_cents;
  return { full_cents, difference_cents: left < SMALLEST_CHARGE ? ZERO : cents(left) };
}
