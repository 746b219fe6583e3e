import { expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import { amendmentPreviewShape } from '#modules/orders/amendments/amendment-request.contract.ts';
import type { OrderAmendments } from '#modules/orders/amendments/amendments.contract.ts';
import { formAgain, formOf, requestOf, type ChangeForm } from './change-form.ts';

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

/** @shows OF9.2 */
it('an amendment that came to nothing is proposed again as asked for, from today on at the earliest', () => {
  const request = {
    ...asked({}),
    contract: { ...basis.in_force.contract, route_id: 7, special_request: null },
    counts_from: plainDate('2027-09-20'),
    share: 'days',
    fee_cents: 0,
    more: { how: 'spread', pay_on: plainDate('2027-11-02') },
    less: { first: 'give_back', way: 'check', reference: '1047' },
    schedule: 'new',
    agree_by: 'paper',
  } as const;
  const form = formAgain(basis, { request, reason: 'A later stop' });
  expect(form.reason).toBe('A later stop');
  expect(requestOf(basis, form)).toEqual({ ...request, counts_from: basis.today });
  const later = { ...request, counts_from: plainDate('2027-12-01') };
  expect(requestOf(basis, formAgain(basis, { request: later, reason: '' }))).toEqual(later);
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
