import { describe, expect, test } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import type { PaymentMethod } from '#modules/billing/methods/methods.contract.ts';
import type { PeriodProgram, Route } from '#modules/catalog/routes/routes.contract.ts';
import { SANDBOX_CARD_FEE } from '#tests/support/billing/prices.ts';
import { feeRows } from '#app/routes/contract/prices/fee-rows.ts';
import { earlySaving } from '#app/routes/contract/route/early-sign-up.ts';
import { emptyDraft, type Draft, type ProgramDraft } from './draft.ts';
import {
  instantQuote,
  priceListOf,
  principalOf,
  siblingDiscountId,
  termProblem,
  wizardMethods,
} from './instant-quote.ts';

const today = plainDate('2026-04-10');
const buyer = { today, isStaff: false };

const term = {
  id: 5,
  name: 'Two payments',
  identifier: 'S2',
  payment_term_type_id: 1,
  payment_term_type: { id: 1, key: 'paymentTermTypeScheduled' },
  from_dt: null,
  thru_dt: plainDate('2026-06-01'),
  deposit: 2200,
  amount: 2150,
  number_payments: 2,
  scheduled_dt: plainDate('2026-10-01'),
  prefix_text: null,
  is_admin_only: false,
} as const;
const route = {
  id: 3,
  name: 'Round trip',
  payment_terms: [term],
  addons: [{ id: 1, name: 'late-bus', text: 'Late bus', amount: 600, is_admin_only: false }],
  discounts: [
    { id: 12, text: 'Second child', is_sibling_discount: true, amount_flat: null, amount_percentage: 10 },
  ],
} as unknown as Route;
const periodProgram = {
  accept_financial_aid: true,
  period: { starts_on: plainDate('2026-09-08'), aid_balance_due_dt: null },
  payment_type_surcharges: [
    {
      id: 1,
      name: 'Card fee',
      payment_type_id: 2,
      payment_type: { id: 2, key: 'paymentTypeCreditCard' },
      amount_flat: null,
      amount_percentage: 3,
    },
  ],
} as unknown as PeriodProgram;
const company = {
  half_rounding_unit_cents: 1,
  aid_fee_base: 'subtotal',
  card_fee: SANDBOX_CARD_FEE,
} as Parameters<typeof priceListOf>[2];
const prices = priceListOf(route, periodProgram, company);

function draft(program: Partial<ProgramDraft> = {}): Draft {
  const empty = emptyDraft();
  return {
    ...empty,
    program: { ...empty.program, id: 7, route: 3, payment_term: 5, addons: [1], ...program },
  };
}

describe('the instant price', () => {
  test('is the specification’s example: 2800.00, by card 84.00 more, then 2150.00', () => {
    const quote = instantQuote(draft(), prices, null, buyer);
    expect(quote?.subtotal_cents).toBe(280000);
    expect(quote?.by_payment_type.paymentTypeCreditCard).toMatchObject({
      surcharge_cents: 8400,
      due_today_cents: 288400,
    });
    expect(quote?.by_payment_type.paymentTypeAch).toMatchObject({
      due_today_cents: 280000,
      later: [{ amount_cents: 215000 }],
    });
    expect(principalOf(quote)).toBe(280000);
  });

  test('takes a checked sibling number and financial aid into account', () => {
    expect(
      instantQuote(draft({ has_valid_second_student_contract_number: true }), prices, null, buyer)
        ?.discount_cents,
    ).toBe(28000);
    expect(instantQuote(draft(), prices, { code: 'HM-AID-27', amount: 1000 }, buyer)?.net_cents).toBe(100000);
  });

  test('is not there before a term is chosen, or on a term that is no longer offered', () => {
    expect(instantQuote(draft({ payment_term: null }), prices, null, buyer)).toBeUndefined();
    expect(instantQuote(draft({ payment_term: 99 }), prices, null, buyer)).toBeUndefined();
  });
});

test('the fee table sets bank and card side by side, today, later and for the year', () => {
  const quote = instantQuote(draft(), prices, null, buyer);
  const rows = quote ? feeRows(quote, 'paymentTypeAch').map((row) => [row.text, ...row.amounts]) : [];
  expect(rows).toEqual([
    ['Deposit (Two payments)', 220000, 220000],
    ['Late bus', 60000, 60000],
    ['Card fee', 0, 8400],
    ['Due today', 280000, 288400],
    ['On 10/01/2026', 215000, 221450],
    ['Total for the year', 495000, 509850],
  ]);
});

test('a route without a sibling discount has none to give', () => {
  expect(siblingDiscountId(route)).toBe(12);
  expect(siblingDiscountId({ ...route, discounts: [] })).toBeNull();
  expect(siblingDiscountId(undefined)).toBeNull();
});

test('signing early saves what a dearer successor costs more', () => {
  const [early] = prices.terms;
  const later = early && { ...early, id: 6, deposit: 250000 as never, from_dt: plainDate('2026-06-02') };
  expect(early && later && earlySaving([early], [early, later], today)).toMatchObject({
    until: '2026-06-01',
    savesCents: 30000,
  });
  expect(early && earlySaving([early], [early], today)).toBeUndefined();
});

describe('saved methods', () => {
  const options = [
    { id: 1, category: 'paymentType', key: 'paymentTypeAch' },
    { id: 2, category: 'paymentType', key: 'paymentTypeCreditCard' },
  ] as const;
  const visa = {
    id: 21,
    payment_type_id: 2,
    exp_month: 4,
    exp_year: 2026,
    is_active: true,
    created_at: '2026-01-01T00:00:00.000Z',
    program_group: null,
  } as PaymentMethod;
  const offered = (methods: PaymentMethod[]) =>
    wizardMethods(methods, { program_id: 7, options, today }).map((each) => each.id);

  test('come newest first', () => {
    expect(
      offered([visa, { ...visa, id: 22, payment_type_id: 1, created_at: '2026-02-01T00:00:00.000Z' }]),
    ).toEqual([22, 21]);
  });

  /** @shows B-006 */
  test('are of this school, or general', () => {
    const of = (program_id: number) => ({ id: 1, text: 'HM', programs: [{ id: program_id }] });
    expect(
      offered([visa, { ...visa, id: 22, program_group: of(7) }, { ...visa, id: 23, program_group: of(8) }]),
    ).toEqual([22, 21]);
  });

  test('leave out deleted and expired ones; a card is good to the end of its month', () => {
    expect(
      offered([
        { ...visa, is_active: false },
        { ...visa, id: 22, exp_month: 3 },
        { ...visa, id: 23, exp_month: 4 },
      ]),
    ).toEqual([23]);
  });
});

/** @shows MC1.1 */
test('a term that comes to less than 50 cents has no price, and says why', () => {
  const small = priceListOf(
    { ...route, payment_terms: [{ ...term, deposit: 0.25 }] },
    periodProgram,
    company,
  );
  expect(instantQuote(draft({ addons: [] }), small, null, buyer)).toBeUndefined();
  expect(termProblem(draft({ addons: [] }), small, buyer)).toBe(
    'The smallest amount that can be charged is $0.50.',
  );
  expect(termProblem(draft(), small, buyer), 'with an add-on it is enough').toBeUndefined();
});
