import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents, centsFromDollars, milliPercentFromPercent, sum, ZERO, type Cents } from '#kit/money.ts';
import { addDays, addMonthsClamped, formatDate, plainDate } from '#kit/plain-date.ts';
import { planRefund, type CapturedPayment } from '#modules/billing/refunds/refund-plan.ts';
import { SMALLEST_CHARGE } from '#modules/catalog/smallest-charge.ts';
import {
  discountAtSigning,
  yearDifference,
  yearPrice,
  type PricedYear,
} from '#modules/pricing/year-price.ts';
import { aDiscount, aTerm, anAddon } from '#tests/support/billing/prices.ts';
import { readTable } from '#tests/support/files/markdown-table.ts';
import { planDifference, type DifferencePlan, type OwedRow } from './difference-plan.ts';

const page = readFileSync(new URL('../../../../docs/domain/amendment.md', import.meta.url), 'utf8');
const examples = readTable(page, 'The worked examples', [
  '#',
  'before',
  'after',
  'by',
  'fee',
  'rule',
  'paid',
  'unpaid',
  'difference',
  'becomes',
]);

const money = (text: string) => centsFromDollars(Number(text));
const text = (amount: Cents) => (amount / 100).toFixed(2);
const NEW_ON = plainDate('2027-08-31');
const DUE_ON = plainDate('2027-10-01');

/** `2200.00 + 2150.00, add-on 600.00, less 10 %` */
function yearOf(words: string): PricedYear & { payments: number } {
  const [payments = '', ...more] = words.split(', ');
  const [deposit, ...later] = payments.split(' + ').map(money);
  expect(new Set(later).size).toBeLessThanOrEqual(1);
  const term = aTerm({ deposit: deposit!, amount: later[0] ?? ZERO, number_payments: later.length + 1 });
  const named = (name: string) => more.find((one) => one.startsWith(name))?.slice(name.length + 1);
  const addon = named('add-on');
  const addons = addon ? [anAddon({ amount: money(addon) })] : [];
  const less = named('less');
  const rule = aDiscount(
    less?.endsWith(' %')
      ? { amount_percentage: milliPercentFromPercent(Number(less.slice(0, -2))), amount_flat: null }
      : { amount_flat: money(less ?? '0'), amount_percentage: null },
  );
  const amount = discountAtSigning({ term, addons }, rule);
  const aid = named('aid');
  return {
    term,
    addons,
    discount: less ? { text: 'Discount', amount } : null,
    aid: aid ? money(aid) : null,
    payments: term.number_payments,
  };
}

const PAID = /^(\d+): ([\d.]+)(?: \+ ([\d.]+))?(?: (unsettled))?$/;

function paidOf(words: string): CapturedPayment {
  const [, number, principal, fee, standing] = PAID.exec(words)!;
  return {
    payment_id: Number(number),
    payment_number: Number(number),
    taken_at: '2027-04-01T12:00:00.000Z',
    principal_cents: money(principal!),
    surcharge_cents: money(fee ?? '0'),
    refunded_principal_cents: ZERO,
    refunded_surcharge_cents: ZERO,
    standing: standing ? 'unsettled' : 'arrived',
  };
}

const unpaidOf = (words: string): OwedRow[] =>
  words === 'none'
    ? []
    : words.split('; ').map((one) => {
        const [number, amount] = one.split(': ');
        const payment_number = Number(number);
        return { payment_id: payment_number, payment_number, pay_on: DUE_ON, amount_cents: money(amount!) };
      });

const SAYS = {
  kept: () => 'kept',
  cancelled: () => 'canceled',
  changed: (amount: Cents) => text(amount),
};

function rowsText({ rows, not_asked_cents }: DifferencePlan): string[] {
  const isSchedule = rows.filter(({ what }) => what === 'new').length > 1;
  return [
    ...rows.map(({ payment_number, what, pay_on, amount_cents }) =>
      what === 'new'
        ? `${isSchedule ? formatDate(pay_on!).slice(0, 5) : 'new'}: ${text(amount_cents!)}`
        : `${payment_number}: ${SAYS[what](amount_cents ?? ZERO)}`,
    ),
    ...(not_asked_cents > 0 ? [`not asked: ${text(not_asked_cents)}`] : []),
  ];
}

function backText(plan: DifferencePlan, captured: CapturedPayment[], isProrated: boolean): string[] {
  if (plan.back_cents === 0) return [];
  const back = planRefund({
    captured,
    asked: plan.back_cents,
    is_through_processor: true,
    fee: isProrated ? 'prorated' : 'whole',
  });
  if (back.k === 'refused') return [`refused: ${back.why}`];
  return back.parts.map(
    (part) => `back ${part.payment_number}: ${text(part.principal_cents)} + ${text(part.surcharge_cents)}`,
  );
}

/** @shows OF5.5 */
describe('the worked examples of docs/domain/amendment.md', () => {
  it.each(examples)('number $#: $before becomes $after', (example) => {
    const after = yearOf(example.after);
    const difference_cents = yearDifference({
      before_cents: yearPrice(yearOf(example.before)).year_cents,
      after_cents: yearPrice(after).year_cents,
      days: example.by === 'by days' ? { left: 146, all: 299 } : null,
      fee_cents: money(example.fee),
    });
    expect(text(difference_cents)).toBe(example.difference);
    const captured = example.paid.split('; ').map(paidOf);
    const plan = planDifference({
      difference_cents,
      rows: unpaidOf(example.unpaid),
      refundable_cents: sum(captured.map(({ principal_cents }) => principal_cents)),
      rules: {
        more: example.rule.startsWith('spread') ? 'spread' : 'payment',
        less: example.rule.startsWith('refund first') ? 'give_back' : 'lower',
        schedule: example.rule.startsWith('new schedule') ? 'new' : 'keep',
      },
      new_on: NEW_ON,
      term_days: Array.from({ length: after.payments - 1 }, (_, months) => addMonthsClamped(NEW_ON, months)),
    });
    const back = backText(plan, captured, example.rule.endsWith('prorated'));
    const refused = back.filter((line) => line.startsWith('refused'));
    const becomes = refused.length > 0 ? refused : [...rowsText(plan), ...back];
    expect(becomes.join('; ') || 'nothing').toBe(example.becomes);
  });
});

const amounts = fc.integer({ min: 0, max: 600_000 }).map(cents);

/** @shows OF5.3 */
describe('any difference of two years', () => {
  it('makes the year after the year before and the difference, if nothing is divided by days', () => {
    fc.assert(
      fc.property(amounts, amounts, fc.integer({ min: 0, max: 10_000 }).map(cents), (before, after, fee) => {
        const asked = { before_cents: before, after_cents: after, days: null, fee_cents: fee };
        expect(before + yearDifference(asked)).toBe(after + fee);
      }),
    );
  });

  it('is the same part up and down, and never more than the whole', () => {
    const days = fc
      .tuple(fc.integer({ min: 1, max: 366 }), fc.integer({ min: 1, max: 366 }))
      .map(([a, b]) => ({ left: Math.min(a, b), all: Math.max(a, b) }));
    fc.assert(
      fc.property(amounts, amounts, days, (before, after, part) => {
        const of = (before_cents: Cents, after_cents: Cents) =>
          yearDifference({ before_cents, after_cents, days: part, fee_cents: ZERO });
        expect(of(before, after) + of(after, before)).toBe(0);
        expect(Math.abs(of(before, after))).toBeLessThanOrEqual(Math.abs(after - before));
        // Half a cent rounds up.
        const exact = (Math.abs(after - before) * part.left) / part.all;
        expect(Math.abs(Math.abs(of(before, after)) - exact)).toBeLessThanOrEqual(0.5 + 1e-9);
      }),
    );
  });
});

const rowsDrawn = fc
  .array(
    fc.record({ cents: fc.integer({ min: 50, max: 300_000 }), days: fc.integer({ min: 0, max: 200 }) }),
    {
      maxLength: 9,
    },
  )
  .map((rows) =>
    rows.map((row, nr): OwedRow => ({
      payment_id: nr + 10,
      payment_number: nr + 2,
      pay_on: addDays(NEW_ON, row.days),
      amount_cents: cents(row.cents),
    })),
  );

const inputs = fc.record({
  difference_cents: fc
    .oneof(fc.integer({ min: -600_000, max: 600_000 }), fc.integer({ min: -120, max: 120 }))
    .map(cents),
  rows: rowsDrawn,
  refundable_cents: amounts,
  rules: fc.record({
    more: fc.constantFrom('payment' as const, 'spread' as const),
    less: fc.constantFrom('lower' as const, 'give_back' as const),
    schedule: fc.constantFrom('keep' as const, 'new' as const),
  }),
  new_on: fc.constant(NEW_ON),
  term_days: fc
    .integer({ min: 0, max: 9 })
    .map((count) => Array.from({ length: count }, (_, months) => addMonthsClamped(NEW_ON, months))),
});

const totalBefore = ({ rows }: DifferencePlan) => sum(rows.map((row) => row.amount_before_cents ?? ZERO));
const totalAfter = ({ rows }: DifferencePlan) => sum(rows.map((row) => row.amount_cents ?? ZERO));

/** @shows OF5.4 */
describe('any plan of a difference', () => {
  it('loses no cent: after is before, difference and refund less what is not asked', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const plan = planDifference(input);
        expect(totalAfter(plan)).toBe(
          totalBefore(plan) + input.difference_cents + plan.back_cents - plan.not_asked_cents,
        );
        expect(totalBefore(plan)).toBe(sum(input.rows.map((row) => row.amount_cents)));
      }),
      { numRuns: 2000 },
    );
  });

  it('asks for nothing below 50 cents, gives up less than 50 cents, and nothing is negative', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const plan = planDifference(input);
        for (const { amount_cents } of plan.rows)
          if (amount_cents !== null) expect(amount_cents).toBeGreaterThanOrEqual(SMALLEST_CHARGE);
        expect(plan.back_cents).toBeGreaterThanOrEqual(0);
        expect(plan.not_asked_cents).toBeGreaterThanOrEqual(0);
        expect(plan.not_asked_cents).toBeLessThan(SMALLEST_CHARGE);
      }),
      { numRuns: 2000 },
    );
  });

  it('names each unpaid payment once, in the order of the days', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const { rows } = planDifference(input);
        const old = rows.filter(({ what }) => what !== 'new');
        expect(old.map((row) => row.payment_id).toSorted()).toEqual(
          input.rows.map((row) => row.payment_id).toSorted(),
        );
        const days = old.map((row) => row.pay_on_before!);
        expect(days).toEqual(days.toSorted());
      }),
    );
  });

  it('refunds nothing while an unpaid payment is left, unless staff refund first', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        fc.pre(input.rules.less === 'lower');
        const plan = planDifference(input);
        if (plan.back_cents > 0) expect(totalAfter(plan)).toBe(0);
      }),
    );
  });
});
