import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { requiredText, usDate } from '#kit/rules/fields.ts';
import { cents, times, type Cents } from '#kit/money.ts';
import { formatDate, parseUsDate, type PlainDate } from '#kit/plain-date.ts';
import {
  FEE_MAX_CENTS,
  FEE_MIN_CENTS,
  REASON_MAX,
  type AnnounceFee,
  type FeePreview,
} from '#modules/orders/congestion-fees/congestion-fees.contract.ts';
import { amountText, typedAmount } from '#app/forms/typed-amount.ts';

export const feeFormShape = z.object({
  amount: amountText(cents(FEE_MIN_CENTS), cents(FEE_MAX_CENTS)),
  charge_on: usDate(),
  reason: requiredText(REASON_MAX),
});
export type FeeForm = z.output<typeof feeFormShape>;

export function dayProblem(
  { charge_on }: FeeForm,
  { first_charge_on, last_charge_on }: FeePreview,
): string | undefined {
  const day = parseUsDate(charge_on)!;
  if (day < first_charge_on) return m.server_congestion_too_early({ day: formatDate(first_charge_on) });
  return day > last_charge_on ? m.server_congestion_too_late({ day: formatDate(last_charge_on) }) : undefined;
}

export const emptyFee = ({ first_charge_on }: FeePreview): FeeForm => ({
  amount: '',
  charge_on: formatDate(first_charge_on),
  reason: '',
});

export function feeOf(
  { amount, charge_on, reason }: FeeForm,
  { route_id, accepted }: FeePreview,
): AnnounceFee {
  return {
    route_id,
    amount_cents: typedAmount(amount)!,
    charge_on: parseUsDate(charge_on)!,
    reason,
    contracts: accepted,
  };
}

export const feeTotal = ({ amount_cents, contracts }: AnnounceFee): Cents =>
  times(cents(amount_cents), contracts);

export function bankDay(
  { charge_on }: Pick<AnnounceFee, 'charge_on'>,
  { from_bank, first_bank_charge_on }: FeePreview,
): PlainDate | null {
  return from_bank > 0 && charge_on < first_bank_charge_on ? first_bank_charge_on : null;
}
