import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents, type Cents } from '#kit/money.ts';
import { ATTEMPT_STATES } from '#modules/billing/payments/attempt.states.ts';
import { capturedPayments, chargeOfPayment, paymentsElsewhere } from './captured-payments.ts';
import { planRefund, refundableOfOrder } from './refund-plan.ts';

const PAID = new Date('2026-04-10T14:00:00Z');
const FEE = cents(8_400);

const aPayment = (changes: object = {}) => ({
  id: 1,
  payment_number: 1,
  amount_cents: cents(280_000),
  paid_at: PAID as Date | null,
  refunded_cents: cents(0),
  ...changes,
});
const aCharge = (state: string, changes: object = {}) => ({
  id: 11,
  payment_id: 1,
  state,
  principal_cents: cents(280_000),
  surcharge_cents: FEE,
  ...changes,
});

type Facts = Parameters<typeof capturedPayments>[0];
const captured = (changes: Partial<Facts>) =>
  capturedPayments({
    payments: [aPayment()],
    charges: [],
    surcharges_back: new Map(),
    lost: new Map(),
    disputed: new Set(),
    elsewhere: new Set(),
    old_debits: new Set(),
    ...changes,
  });

describe('where the money of a payment is', () => {
  it.each([
    ['created', 'on_its_way'],
    ['sent', 'on_its_way'],
    ['unknown', 'on_its_way'],
    ['action', 'on_its_way'],
    ['processing', 'unsettled'],
    ['succeeded', 'arrived'],
  ])('after a charge that is %s: %s', (state, standing) => {
    expect(captured({ charges: [aCharge(state)] })).toEqual([
      {
        payment_id: 1,
        payment_number: 1,
        taken_at: '2026-04-10T14:00:00.000Z',
        principal_cents: 280_000,
        surcharge_cents: 8_400,
        refunded_principal_cents: 0,
        refunded_surcharge_cents: 0,
        standing,
      },
    ]);
  });

  it('after a debit that came back, while nothing else was paid: returned', () => {
    const payments = [aPayment({ paid_at: null })];
    expect(captured({ payments, charges: [aCharge('returned')] })).toMatchObject([
      { standing: 'returned', taken_at: null },
    ]);
  });

  it('after a debit that came back and a check for it: with the office, without a card fee', () => {
    expect(captured({ charges: [aCharge('returned')] })).toMatchObject([
      { standing: 'received', principal_cents: 280_000, surcharge_cents: 0 },
    ]);
  });

  it('paid without any charge: with the office', () => {
    expect(captured({ charges: [] })).toMatchObject([{ standing: 'received', surcharge_cents: 0 }]);
  });

  it('paid in cash after its card was declined: with the office', () => {
    expect(captured({ charges: [aCharge('declined')] })).toMatchObject([{ standing: 'received' }]);
  });

  it('that is only planned, or was declined: nowhere', () => {
    const payments = [aPayment({ paid_at: null })];
    expect(captured({ payments })).toEqual([]);
    expect(captured({ payments, charges: [aCharge('declined'), aCharge('not_found')] })).toEqual([]);
  });

  it('is told by the last charge that took or may take money', () => {
    const charges = [aCharge('declined'), aCharge('succeeded'), aCharge('returned')];
    expect(captured({ charges })).toMatchObject([{ standing: 'arrived' }]);
    expect(captured({ charges: [aCharge('sent'), aCharge('returned')] })).toMatchObject([
      { standing: 'on_its_way' },
    ]);
  });

  it('counts no charge of another payment', () => {
    const payments = [aPayment({ paid_at: null })];
    expect(captured({ payments, charges: [aCharge('succeeded', { payment_id: 2 })] })).toEqual([]);
  });
});

describe('what went back of a payment', () => {
  it('is its principal on the row, and its card fee by the refunds', () => {
    const payments = [aPayment({ refunded_cents: cents(50_000) })];
    const surcharges_back = new Map([[1, FEE]]);
    expect(captured({ payments, charges: [aCharge('succeeded')], surcharges_back })).toMatchObject([
      { refunded_principal_cents: 50_000, refunded_surcharge_cents: 8_400 },
    ]);
  });

  it('includes the part of its charge lost in a dispute, and no part of a returned charge', () => {
    const payments = [aPayment({ refunded_cents: cents(50_000) })];
    const lost = new Map([[11, { principal_cents: cents(100_000), surcharge_cents: cents(100) }]]);
    expect(captured({ payments, charges: [aCharge('succeeded')], lost })).toMatchObject([
      { refunded_principal_cents: 150_000, refunded_surcharge_cents: 100 },
    ]);
    expect(captured({ payments, charges: [aCharge('returned')], lost })).toMatchObject([
      { standing: 'received', refunded_principal_cents: 50_000, refunded_surcharge_cents: 0 },
    ]);
    const again = [aCharge('succeeded', { id: 12 }), aCharge('returned')];
    expect(captured({ payments, charges: again, lost })).toMatchObject([
      { standing: 'arrived', refunded_principal_cents: 50_000, refunded_surcharge_cents: 0 },
    ]);
  });
});

describe('the charge that a payment was made by', () => {
  it('is the last one that took or may take money, and no later try that was declined', () => {
    const [declined, returned] = [aCharge('declined'), aCharge('returned')];
    expect(chargeOfPayment([declined, returned], 1)).toBe(returned);
    expect(chargeOfPayment([declined], 1)).toBeUndefined();
    expect(chargeOfPayment([returned], 2)).toBeUndefined();
  });
});

describe('money at a processor or an account that is used no more', () => {
  type Asked = Parameters<typeof paymentsElsewhere>[0][number];
  const BOUND_AT = new Date('2026-05-01T12:00:00Z');
  const asked = (state: string, changes: Partial<Asked> = {}): Asked => ({
    payment_id: 1,
    state,
    processor: 'stripe_live',
    created_at: new Date('2026-05-02T12:00:00Z'),
    ...changes,
  });
  const elsewhere = (...charges: Asked[]) => [
    ...paymentsElsewhere(charges, { processor: 'stripe_live', bound_at: BOUND_AT }),
  ];

  it('is what another processor took, or the account of before', () => {
    expect(elsewhere(asked('succeeded', { processor: 'sandbox' }))).toEqual([1]);
    expect(elsewhere(asked('succeeded', { created_at: new Date('2026-05-01T11:59:59Z') }))).toEqual([1]);
    expect(elsewhere(asked('succeeded'))).toEqual([]);
    expect(elsewhere(asked('succeeded', { created_at: BOUND_AT }))).toEqual([]);
  });

  it('is none where no account is bound yet', () => {
    const charges = [asked('succeeded')];
    expect(paymentsElsewhere(charges, { processor: 'stripe_live', bound_at: undefined }).size).toBe(0);
  });

  it('is no payment that was only declined or returned there, and was made here afterwards', () => {
    const before: Partial<Asked> = { processor: 'sandbox', created_at: new Date('2026-04-01T12:00:00Z') };
    for (const state of ['declined', 'not_found', 'returned'])
      expect(elsewhere(asked('succeeded'), asked(state, before))).toEqual([]);
  });
});

const states = fc.constantFrom<string>(...ATTEMPT_STATES);
const orders = fc.array(
  fc.record({
    amount: fc.integer({ min: 1, max: 500_000 }),
    isPaid: fc.boolean(),
    charges: fc.array(states, { maxLength: 3 }),
    share: fc.integer({ min: 0, max: 100 }),
  }),
  { maxLength: 5 },
);

const factsOf = (order: { amount: number; isPaid: boolean; charges: string[]; share: number }[]): Facts => ({
  payments: order.map(({ amount, isPaid, share }, at) => ({
    id: at + 1,
    payment_number: at + 1,
    amount_cents: cents(amount),
    paid_at: isPaid ? PAID : null,
    refunded_cents: cents(Math.floor((amount * share) / 100)),
  })),
  charges: order.flatMap(({ amount, charges }, at) =>
    charges.map((state, nr) => ({
      id: 10 * at + nr,
      payment_id: at + 1,
      state,
      principal_cents: cents(amount),
      surcharge_cents: cents(Math.floor(amount / 33)),
    })),
  ),
  surcharges_back: new Map<number, Cents>(),
  lost: new Map(),
  disputed: new Set<number>(),
  elsewhere: new Set<number>(),
  old_debits: new Set<number>(),
});

describe('the money of any order', () => {
  it('is never told of a payment twice, nor of one that it does not have', () => {
    fc.assert(
      fc.property(orders, (order) => {
        const facts = factsOf(order);
        const ids = capturedPayments(facts).map(({ payment_id }) => payment_id);
        expect(new Set(ids).size).toBe(ids.length);
        for (const id of ids) expect(facts.payments.some((payment) => payment.id === id)).toBe(true);
      }),
    );
  });

  it('includes every payment that is paid', () => {
    fc.assert(
      fc.property(orders, (order) => {
        const facts = factsOf(order);
        const ids = new Set(capturedPayments(facts).map(({ payment_id }) => payment_id));
        for (const { id, paid_at } of facts.payments) if (paid_at) expect(ids.has(id)).toBe(true);
      }),
    );
  });

  it('is refunded in full by a plan for everything, or the plan is refused', () => {
    fc.assert(
      fc.property(orders, (order) => {
        const taken = capturedPayments(factsOf(order));
        const plan = planRefund({
          captured: taken,
          asked: 'everything',
          is_through_processor: false,
          fee: 'whole',
        });
        fc.pre(plan.k === 'plan');
        const left = refundableOfOrder(taken);
        expect(plan.amount_cents).toBe(left.principal_cents + left.surcharge_cents);
      }),
    );
  });
});
