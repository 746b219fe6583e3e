import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents, centsFromDollars, type Cents } from '#kit/money.ts';
import { readTable } from '#tests/support/files/markdown-table.ts';
import {
  refundableOf,
  refundableOfOrder,
  planRefund,
  type RefundPlan,
  type CapturedPayment,
} from './refund-plan.ts';
import type { CaptureStatus } from './refund.states.ts';

const page = readFileSync(new URL('../../../../docs/domain/refunds.md', import.meta.url), 'utf8');
const COLUMNS = ['case', 'taken', 'asked', 'way', 'goes back'] as const;
const examples = (
  [
    ['The worked examples', 'whole'],
    ['Where a part takes its share of the fee along', 'prorated'],
  ] as const
).flatMap(([heading, fee]) => readTable(page, heading, COLUMNS).map((row) => ({ ...row, fee })));

const money = (text: string) => centsFromDollars(Number(text));
const text = (amount: Cents) => (amount / 100).toFixed(2);
const PAYMENT = new RegExp(
  String.raw`^(\d+): ([\d.]+) \+ ([\d.]+)(?: back ([\d.]+) \+ ([\d.]+))?` +
    '(?: (unsettled|on_its_way|returned|received|too_old))?$',
);

function paymentOf(words: string, at: number): CapturedPayment {
  const [, number, principal, fee, principalBack, feeBack, standing] = PAYMENT.exec(words.trim())!;
  return {
    payment_id: Number(number) * 10,
    payment_number: Number(number),
    taken_at: `2026-0${at + 1}-01T12:00:00.000Z`,
    principal_cents: money(principal!),
    surcharge_cents: money(fee!),
    refunded_principal_cents: money(principalBack ?? '0'),
    refunded_surcharge_cents: money(feeBack ?? '0'),
    standing: (standing as CaptureStatus | undefined) ?? 'arrived',
  };
}

function describePlan(plan: RefundPlan): string {
  if (plan.k === 'refused') return `refused: ${plan.why}`;
  return plan.parts
    .map((part) => `${part.payment_number}: ${text(part.principal_cents)} + ${text(part.surcharge_cents)}`)
    .join('; ');
}

describe('the worked examples of docs/domain/refunds.md', () => {
  it.each(examples)('$case, fee: $fee', ({ taken, asked, way, fee, 'goes back': goesBack }) => {
    const wish = {
      captured: taken.split(';').map(paymentOf),
      asked: asked === 'everything' ? ('everything' as const) : money(asked),
      is_through_processor: way === 'processor',
      fee,
    };
    expect(describePlan(planRefund(wish))).toBe(goesBack);
  });
});

const amounts = fc.integer({ min: 1, max: 500_000 }).map(cents);

const orders = fc
  .array(
    fc.record({
      principal: amounts,
      fee: fc.integer({ min: 0, max: 20_000 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      day: fc.integer({ min: 1, max: 28 }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((payments) =>
    payments.map(({ principal, fee, share, day }, at): CapturedPayment => ({
      payment_id: at + 1,
      payment_number: at + 1,
      taken_at: `2026-05-${String(day).padStart(2, '0')}T12:00:00.000Z`,
      principal_cents: principal,
      surcharge_cents: cents(fee),
      refunded_principal_cents: cents(Math.floor(principal * share)),
      refunded_surcharge_cents: cents(0),
      standing: 'arrived',
    })),
  );

const asks = fc.oneof(fc.constant<'everything'>('everything'), amounts);
const plans = fc.tuple(orders, asks).map(([captured, asked]) => ({
  captured,
  asked,
  plan: planRefund({ captured, asked, is_through_processor: true, fee: 'whole' }),
}));

describe('any refund of any order', () => {
  it('comes to the sum that was asked for, to the cent', () => {
    fc.assert(
      fc.property(plans, ({ asked, plan }) => {
        fc.pre(plan.k === 'plan');
        const total = plan.parts.reduce((sum, part) => sum + part.principal_cents + part.surcharge_cents, 0);
        expect(total).toBe(plan.amount_cents);
        if (asked !== 'everything') expect(total).toBe(asked);
      }),
    );
  });

  it('takes of no payment more than it took less what went back', () => {
    fc.assert(
      fc.property(plans, ({ captured, plan }) => {
        fc.pre(plan.k === 'plan');
        for (const part of plan.parts) {
          const refundable = refundableOf(captured.find(({ payment_id }) => payment_id === part.payment_id)!);
          expect(part.principal_cents).toBeLessThanOrEqual(refundable.principal_cents);
          expect(part.surcharge_cents).toBeLessThanOrEqual(refundable.surcharge_cents);
        }
        expect(new Set(plan.parts.map(({ payment_id }) => payment_id)).size).toBe(plan.parts.length);
      }),
    );
  });

  it('begins an older payment only when the newer ones are empty', () => {
    fc.assert(
      fc.property(plans, ({ captured, plan }) => {
        fc.pre(plan.k === 'plan');
        const newest = captured.toSorted(
          (a, b) => b.taken_at!.localeCompare(a.taken_at!) || b.payment_number - a.payment_number,
        );
        const principalOf = (payment: CapturedPayment) =>
          plan.parts.find(({ payment_id }) => payment_id === payment.payment_id)?.principal_cents ?? 0;
        const untilLast = newest.slice(
          0,
          newest.findLastIndex((payment) => principalOf(payment) > 0),
        );
        for (const payment of untilLast)
          expect(principalOf(payment)).toBe(refundableOf(payment).principal_cents);
      }),
    );
  });

  it('takes fees along exactly when nothing of the order is left after it', () => {
    fc.assert(
      fc.property(plans, ({ captured, plan }) => {
        fc.pre(plan.k === 'plan');
        const refundable = refundableOfOrder(captured);
        const fees = plan.parts.reduce((sum, part) => sum + part.surcharge_cents, 0);
        const isAllGone = plan.amount_cents === refundable.principal_cents + refundable.surcharge_cents;
        expect(plan.is_whole).toBe(isAllGone);
        expect(fees).toBe(isAllGone ? refundable.surcharge_cents : 0);
      }),
    );
  });
});

const severalRefunds = fc.record({
  principal: amounts,
  fee: fc.integer({ min: 0, max: 20_000 }),
  shares: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 }),
});

/** @shows S5.8 */
describe('any number of refunds where a part takes its share of the fee along (check 37)', () => {
  it('brings back of the fee what they bring back of the principal, to the cent and never more', () => {
    fc.assert(
      fc.property(severalRefunds, ({ principal, fee, shares }) => {
        const [back, feeBack] = [[0], [0]];
        for (const share of [...shares, 1]) {
          const gone = { principal: total(back), fee: total(feeBack) };
          const left = principal - gone.principal;
          if (left === 0) break;
          const asked = cents(Math.max(1, Math.floor(left * share)));
          const captured = [aTakenPayment({ principal, fee }, gone)];
          const plan = planRefund({ captured, asked, is_through_processor: true, fee: 'prorated' });
          if (plan.k !== 'plan') throw new Error(plan.why);
          expect(plan.parts).toHaveLength(1);
          expect(plan.parts[0]!.principal_cents).toBe(asked);
          back.push(asked);
          feeBack.push(plan.parts[0]!.surcharge_cents);
          expect(total(feeBack)).toBe(Math.floor((2 * fee * total(back) + principal) / (2 * principal)));
          expect(plan.amount_cents).toBe(asked + plan.parts[0]!.surcharge_cents);
        }
        expect(total(back)).toBe(principal);
        expect(total(feeBack)).toBe(fee);
      }),
      { numRuns: 500 },
    );
  });
});

const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

function aTakenPayment(
  took: { principal: number; fee: number },
  gone: { principal: number; fee: number },
): CapturedPayment {
  return {
    payment_id: 1,
    payment_number: 1,
    taken_at: '2026-05-01T12:00:00.000Z',
    principal_cents: cents(took.principal),
    surcharge_cents: cents(took.fee),
    refunded_principal_cents: cents(gone.principal),
    refunded_surcharge_cents: cents(gone.fee),
    standing: 'arrived',
  };
}
