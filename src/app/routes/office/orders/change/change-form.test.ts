import { expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import { amendmentPreviewShape } from '#modules/orders/amendments/amendment-request.contract.ts';
import type { OrderAmendments } from '#modules/orders/amendments/amendments.contract.ts';
import { formOf, requestOf, type ChangeForm } from './change-form.ts';

const basis = {
  today: plainDate('2027-10-04'),
  change_fee_cents: cents(5000),
  in_force: {
    contract: {
      program_id: 1,
      route_id: 2,
      payment_term_id: 3,
      addon_ids: [4],
      route_discounts: [],
      grade_id: null,
      pickup_north: null,
      pickup_cross: null,
      special_request: 'Front row',
    },
  },
} as unknown as OrderAmendments;

const asked = (typed: Partial<ChangeForm>) => requestOf(basis, { ...formOf(basis), ...typed });

it('a form that nobody has changed asks for the contract in force, today and with the company’s fee', () => {
  expect(asked({})).toMatchObject({
    contract: basis.in_force.contract,
    counts_from: '2027-10-04',
    fee_cents: 5000,
    more: { how: 'payment', pay_on: null },
    agree_by: 'family',
  });
  expect(asked({ counts_from: '', fee_cents: ' ' })).toEqual(asked({}));
});

it('a day or fee that cannot be read is refused, never replaced', () => {
  const wrong = asked({
    counts_from: '13/45/2027',
    fee_cents: 'five',
    more: { how: 'payment', pay_on: 'soon' },
  });
  expect(wrong).toMatchObject({ counts_from: '13/45/2027', more: { pay_on: 'soon' } });
  // As the call is sent.
  const { error } = amendmentPreviewShape.safeParse(JSON.parse(JSON.stringify(wrong)));
  expect(error!.issues.map(({ path }) => path.join('.'))).toEqual([
    'counts_from',
    'fee_cents',
    'more.pay_on',
  ]);
});
