import { cents, subtract, sum, type Cents } from '#kit/money.ts';
import type { CardFeeRefund } from '#modules/catalog/card-fee.states.ts';
import { refundableOf, type CapturedPayment } from './refund-plan.ts';

type Shares = { principal_cents: Cents; surcharge_cents: Cents };

/**
 * Prorated fees round half a cent up. @returns undefined above the amount left of the payment (R4, S25.22)
 */
export function sharesOfGivenBack(
  payment: CapturedPayment,
  amount: Cents,
  fee: CardFeeRefund,
): Shares | undefined {
  const left = refundableOf(payment);
  if (amount > sum([left.principal_cents, left.surcharge_cents])) return undefined;
  const [least, most] = [Math.max(0, amount - left.principal_cents), Math.min(amount, left.surcharge_cents)];
  const wanted = fee === 'prorated' ? shareOfFee(payment, amount) : 0;
  const surcharge_cents = cents(Math.min(most, Math.max(least, wanted)));
  return { principal_cents: subtract(amount, surcharge_cents), surcharge_cents };
}

function shareOfFee({ principal_cents, surcharge_cents }: CapturedPayment, amount: Cents): number {
  const charged = BigInt(principal_cents) + BigInt(surcharge_cents);
  return Number((2n * BigInt(amount) * BigInt(surcharge_cents) + charged) / (2n * charged));
}
