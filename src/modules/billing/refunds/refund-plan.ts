import { cents, min, subtract, sum, ZERO, type Cents } from '#kit/money.ts';
import type { CardFeeRefund } from '#modules/catalog/card-fee.states.ts';
import type { CaptureStatus } from './refund.states.ts';

export type CapturedPayment = {
  payment_id: number;
  payment_number: number;
  taken_at: string | null;
  principal_cents: Cents;
  surcharge_cents: Cents;
  refunded_principal_cents: Cents;
  refunded_surcharge_cents: Cents;
  standing: CaptureStatus;
};

export type RefundPart = {
  payment_id: number;
  payment_number: number;
  principal_cents: Cents;
  surcharge_cents: Cents;
};

export type RefundPlanInput = {
  captured: readonly CapturedPayment[];
  asked: Cents | 'everything';
  is_through_processor: boolean;
  fee: CardFeeRefund;
};

export type RefundDenialCode =
  | 'nothing_left'
  | 'on_its_way'
  | 'above_left'
  | 'above_principal'
  | 'unsettled'
  | 'disputed'
  | 'returned'
  | 'received'
  | 'elsewhere'
  | 'too_old';

export type RefundsPlan = { k: 'plan'; parts: RefundPart[]; amount_cents: Cents; is_whole: boolean };

export type RefundPlan = RefundsPlan | { k: 'refused'; why: RefundDenialCode; payment_number?: number };

const remaining = (took: Cents, back: Cents): Cents => cents(Math.max(0, took - back));

export const refundableOf = (payment: CapturedPayment) => ({
  principal_cents: remaining(payment.principal_cents, payment.refunded_principal_cents),
  surcharge_cents: remaining(payment.surcharge_cents, payment.refunded_surcharge_cents),
});

export function refundableOfOrder(captured: readonly CapturedPayment[]): {
  principal_cents: Cents;
  surcharge_cents: Cents;
} {
  const refundable = captured.filter(({ standing }) => standing !== 'returned').map(refundableOf);
  return {
    principal_cents: sum(refundable.map((part) => part.principal_cents)),
    surcharge_cents: sum(refundable.map((part) => part.surcharge_cents)),
  };
}

/**
 * Newest first, and never above the amount left of a payment. `asked` is principal, or the exact sum of
 * everything. By the company's setting, card fees are refunded only together with everything, or in
 * proportion.
 * Source: R4; worked examples in docs/domain/refunds.md
 */
export function planRefund({ captured, asked, is_through_processor, fee }: RefundPlanInput): RefundPlan {
  const [live, returned] = [
    captured.filter(({ standing }) => standing !== 'returned'),
    captured.find(({ standing }) => standing === 'returned'),
  ];
  const awaited = live.find(({ standing }) => standing === 'on_its_way');
  if (awaited) return { k: 'refused', why: 'on_its_way', payment_number: awaited.payment_number };
  const refundable = refundableOfOrder(live);
  const everything = cents(refundable.principal_cents + refundable.surcharge_cents);
  if (everything === 0)
    return returned
      ? { k: 'refused', why: 'returned', payment_number: returned.payment_number }
      : { k: 'refused', why: 'nothing_left' };
  const all: (number | 'everything')[] = ['everything', everything];
  // The last of the principal includes the rest of the fees.
  if (fee === 'prorated' && refundable.principal_cents > 0) all.push(refundable.principal_cents);
  const is_whole = all.includes(asked);
  if (!is_whole && (asked === 'everything' || asked <= 0 || asked > refundable.principal_cents))
    return { k: 'refused', why: fee === 'prorated' ? 'above_principal' : 'above_left' };
  const parts = is_whole ? wholeParts(live) : partsUpTo(live, asked as Cents, fee);
  return (
    blocked(live, parts, is_through_processor) ?? {
      k: 'plan',
      parts,
      amount_cents: sum(parts.flatMap((part) => [part.principal_cents, part.surcharge_cents])),
      is_whole,
    }
  );
}

/** The order in which payments are refunded (R4). */
export const newestFirst = (captured: readonly CapturedPayment[]) =>
  [...captured].sort(
    (a, b) => (b.taken_at ?? '').localeCompare(a.taken_at ?? '') || b.payment_number - a.payment_number,
  );

const partOf = (
  { payment_id, payment_number }: CapturedPayment,
  principal_cents: Cents,
  surcharge_cents: Cents,
): RefundPart => ({ payment_id, payment_number, principal_cents, surcharge_cents });

const isSomething = (part: RefundPart) => part.principal_cents + part.surcharge_cents > 0;

function wholeParts(live: readonly CapturedPayment[]): RefundPart[] {
  return newestFirst(live)
    .map((payment) =>
      partOf(payment, refundableOf(payment).principal_cents, refundableOf(payment).surcharge_cents),
    )
    .filter(isSomething);
}

function partsUpTo(live: readonly CapturedPayment[], amount: Cents, fee: CardFeeRefund): RefundPart[] {
  let missing = amount;
  return newestFirst(live)
    .map((payment) => {
      const share = min(missing, refundableOf(payment).principal_cents);
      missing = subtract(missing, share);
      return partOf(payment, share, fee === 'prorated' ? feeWith(payment, share) : ZERO);
    })
    .filter(isSomething);
}

/**
 * The fee for all principal refunded by then, half a cent rounding up, less the fee refunded before. The last
 * part takes the rest, and the parts never exceed the fee.
 */
function feeWith(payment: CapturedPayment, share: Cents): Cents {
  if (share === 0) return ZERO;
  const back = BigInt(payment.refunded_principal_cents) + BigInt(share);
  const principal = BigInt(payment.principal_cents);
  const due = (2n * BigInt(payment.surcharge_cents) * back + principal) / (2n * principal);
  const missing = subtract(cents(Number(due)), payment.refunded_surcharge_cents);
  return min(cents(Math.max(0, missing)), refundableOf(payment).surcharge_cents);
}

function blocked(
  live: readonly CapturedPayment[],
  parts: readonly RefundPart[],
  isThroughProcessor: boolean,
): RefundPlan | undefined {
  const touched = live.filter(({ payment_id }) => parts.some((part) => part.payment_id === payment_id));
  const unsettled = touched.find(({ standing }) => standing === 'unsettled');
  if (unsettled) return { k: 'refused', why: 'unsettled', payment_number: unsettled.payment_number };
  // The bank of the card holds the money; any refund would pay the family twice.
  const disputed = touched.find(({ standing }) => standing === 'disputed');
  if (disputed) return { k: 'refused', why: 'disputed', payment_number: disputed.payment_number };
  if (!isThroughProcessor) return undefined;
  for (const { standing, payment_number } of touched)
    if (standing === 'received' || standing === 'elsewhere' || standing === 'too_old')
      return { k: 'refused', why: standing, payment_number };
  return undefined;
}
