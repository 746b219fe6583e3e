import { cents, min, subtract, sum, ZERO, type Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { SMALLEST_CHARGE } from '#modules/catalog/smallest-charge.ts';
import type { PlannedPayment } from '#modules/documents/planned-payment.ts';

/** An unpaid payment of the contract. */
export type OwedRow = {
  payment_id: number;
  payment_number: number;
  pay_on: PlainDate;
  amount_cents: Cents;
};

/** Chosen by staff (OF5.4). */
export type MoneyRules = {
  more: 'payment' | 'spread';
  less: 'lower' | 'give_back';
  schedule: 'keep' | 'new';
};

export type DifferenceInput = {
  difference_cents: Cents;
  rows: readonly OwedRow[];
  /** principal that the family has paid and that was not refunded */
  refundable_cents: Cents;
  rules: MoneyRules;
  /** the day of a single new payment */
  new_on: PlainDate;
  /** the later days of the new term; empty for a term of one payment */
  term_days: readonly PlainDate[];
};

export type PlannedRow = Omit<PlannedPayment, 'moved_for_notice'> & { payment_id: number | null };

export type DifferencePlan = {
  rows: PlannedRow[];
  back_cents: Cents;
  not_asked_cents: Cents;
};

/**
 * Payments after = payments before + difference + refund − not asked for. No planned payment is below the
 * smallest charge.
 * @param input.rows  in any order
 * Source: OF5.4; worked examples in docs/domain/amendment.md
 */
export function planDifference(input: DifferenceInput): DifferencePlan {
  const rows = input.rows.toSorted(
    (a, b) => a.pay_on.localeCompare(b.pay_on) || a.payment_number - b.payment_number,
  );
  const { difference_cents: difference, rules } = input;
  if (rules.schedule === 'new') return newSchedule({ ...input, rows });
  if (difference > 0) return askForMore({ ...input, rows });
  return askForLess({ ...input, rows });
}

function askForMore({ difference_cents: more, rows, rules, new_on }: DifferenceInput): DifferencePlan {
  const kept = rows.map((row) => planned(row, row.amount_cents));
  if (more < SMALLEST_CHARGE) return { rows: kept, back_cents: ZERO, not_asked_cents: more };
  if (rules.more === 'payment' || rows.length === 0)
    return { rows: [...kept, newRow(new_on, more)], back_cents: ZERO, not_asked_cents: ZERO };
  const shares = inEqualParts(more, rows.length);
  return {
    rows: rows.map((row, nr) => planned(row, sum([row.amount_cents, shares[nr]!]))),
    back_cents: ZERO,
    not_asked_cents: ZERO,
  };
}

function askForLess({ difference_cents, rows, rules, refundable_cents }: DifferenceInput): DifferencePlan {
  const less = subtract(ZERO, difference_cents);
  const first = rules.less === 'give_back' ? min(less, refundable_cents) : ZERO;
  const lowered = lower(rows, subtract(less, first));
  return {
    rows: lowered.rows,
    back_cents: sum([first, lowered.left_cents]),
    not_asked_cents: lowered.not_asked_cents,
  };
}

/** The latest payment first. */
function lower(rows: readonly OwedRow[], by: Cents) {
  let left = by;
  let not_asked_cents = ZERO;
  const latestFirst = rows.toReversed().map((row) => {
    const kept = subtract(row.amount_cents, min(left, row.amount_cents));
    const isTooSmall = left > 0 && kept > 0 && kept < SMALLEST_CHARGE;
    left = subtract(left, min(left, row.amount_cents));
    if (isTooSmall) not_asked_cents = kept;
    return planned(row, isTooSmall ? ZERO : kept);
  });
  return { rows: latestFirst.toReversed(), left_cents: left, not_asked_cents };
}

function newSchedule({ difference_cents, rows, new_on, term_days }: DifferenceInput): DifferencePlan {
  const gone = rows.map((row) => planned(row, ZERO));
  const left = sum([...rows.map(({ amount_cents }) => amount_cents), difference_cents]);
  if (left < 0) return { rows: gone, back_cents: subtract(ZERO, left), not_asked_cents: ZERO };
  if (left < SMALLEST_CHARGE) return { rows: gone, back_cents: ZERO, not_asked_cents: left };
  const days = term_days.length > 0 ? term_days : [new_on];
  const count = Math.min(days.length, Math.floor(left / SMALLEST_CHARGE));
  const parts = inEqualParts(left, count).map((part, nr) => newRow(days[nr]!, part));
  return { rows: [...gone, ...parts], back_cents: ZERO, not_asked_cents: ZERO };
}

/** The first parts have the cents left over. */
function inEqualParts(amount: Cents, count: number): Cents[] {
  const part = Math.floor(amount / count);
  const over = amount - part * count;
  return Array.from({ length: count }, (_, nr) => cents(nr < over ? part + 1 : part));
}

const newRow = (pay_on: PlainDate, amount_cents: Cents): PlannedRow => ({
  payment_id: null,
  payment_number: null,
  what: 'new',
  pay_on_before: null,
  pay_on,
  amount_before_cents: null,
  amount_cents,
});

function planned({ payment_id, payment_number, pay_on, amount_cents }: OwedRow, after: Cents): PlannedRow {
  const isGone = after === 0;
  return {
    payment_id,
    payment_number,
    what: isGone ? 'cancelled' : after === amount_cents ? 'kept' : 'changed',
    pay_on_before: pay_on,
    pay_on: isGone ? null : pay_on,
    amount_before_cents: amount_cents,
    amount_cents: isGone ? null : after,
  };
}
