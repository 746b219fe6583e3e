import { describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import type { RefundsOfOrder } from '#modules/billing/refunds/refunds.contract.ts';
import {
  emptyRefund,
  refundableTexts,
  refundBody,
  refundFormShape,
  refundPlanOf,
  refundRequestBody,
  requestedRefundFormShape,
} from './refund-form.ts';

const planOf = (taken: RefundsOfOrder['taken'], typed: object) =>
  refundPlanOf({ taken, fee_refund: 'whole' }, { ...emptyRefund, ...typed });

const atFault = (changes: object) => {
  const checked = refundFormShape.safeParse({ ...emptyRefund, reason: 'moved away', ...changes });
  return checked.success ? [] : checked.error.issues.map(({ path }) => path.join('.'));
};

describe('the form of a refund', () => {
  it('wants an amount of a part, a number of a check, and a reason always', () => {
    expect(atFault({})).toEqual([]);
    expect(atFault({ how_much: 'part' })).toEqual(['amount']);
    expect(atFault({ how_much: 'part', amount: '1.005' })).toEqual(['amount']);
    expect(atFault({ how_much: 'part', amount: '1.5' })).toEqual([]);
    expect(atFault({ way: 'check' })).toEqual(['check_number']);
    expect(atFault({ reason: ' ' })).toEqual(['reason']);
  });

  it('sends nothing that was typed for a way that is not taken', () => {
    const typed = refundFormShape.parse({
      ...emptyRefund,
      amount: '12',
      check_number: '1042',
      reason: 'moved away',
    });
    expect(refundBody(typed)).toEqual({
      amount_cents: null,
      way: 'processor',
      reference: null,
      reason: 'moved away',
      cancel_order: false,
      is_aid_spent: false,
      ended_on: null,
    });
  });

  it('has no plan while the amount is none', () => {
    expect(planOf([], { how_much: 'part', amount: 'x' })).toBeUndefined();
  });
});

const captured = (standing: 'arrived' | 'unsettled' | 'returned', principal_cents: number) => ({
  payment_id: principal_cents,
  payment_number: 1,
  taken_at: null,
  principal_cents: cents(principal_cents),
  surcharge_cents: cents(0),
  refunded_principal_cents: cents(0),
  refunded_surcharge_cents: cents(0),
  standing,
  method: null,
  returnable_until: null,
});

describe('a requested refund', () => {
  const typed = { ...emptyRefund, way: 'check' as const, check_number: '1044' };

  it('needs no reason beside the request', () => {
    expect(requestedRefundFormShape.safeParse(typed).success).toBe(true);
    expect(refundFormShape.safeParse(typed).success).toBe(false);
  });

  it('takes an amount as people write it, in cents', () => {
    const part = requestedRefundFormShape.parse({ ...typed, how_much: 'part', amount: '$1,000.50' });
    expect(refundRequestBody(part)).toEqual({ amount_cents: 100_050, way: 'check', check_number: '1044' });
  });

  it('takes a check number of at most 50 characters', () => {
    expect(atFault({ way: 'check', check_number: '1'.repeat(50) })).toEqual([]);
    expect(atFault({ way: 'check', check_number: '1'.repeat(51) })).toEqual(['check_number']);
  });
});

describe('what is left to refund', () => {
  it('counts a debit that has not settled, and nothing that the bank returned', () => {
    const taken = [captured('arrived', 10_000), captured('unsettled', 2_500), captured('returned', 700)];
    expect(refundableTexts({ taken })).toEqual({ total: '$125.00', principal: '$125.00', fees: null });
  });
});
