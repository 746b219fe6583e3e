import { expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import type { PaymentMethod } from '#modules/billing/methods/methods.contract.ts';
import { cardsElsewhere } from './other-school-cards.tsx';

const here = { program_group_id: 1, today: plainDate('2026-04-10') };
const group = (id: number) => ({ id, text: `School ${id}`, programs: [] });

const method = (id: number, changes: Partial<PaymentMethod> = {}): PaymentMethod => ({
  id,
  user_id: 7,
  name: 'Ada Okafor',
  payment_type_id: 2,
  brand: 'Visa',
  ident: '****4242',
  bank_name: null,
  state: 'ready',
  verify_url: null,
  arrives_on: null,
  funding: 'credit',
  billing_state: null,
  exp_month: 4,
  exp_year: 2026,
  is_default: false,
  is_active: true,
  created_at: '2026-04-01T12:00:00Z',
  program_group: group(2),
  ...changes,
});

/** @shows MP10.14 */
it('offers usable cards of other schools, no account, and no card that has expired', () => {
  const methods = [
    method(1),
    method(2, { program_group: group(1) }),
    method(3, { program_group: null }),
    method(4, { funding: null, exp_month: null, exp_year: null }),
    method(5, { exp_month: 3 }),
    method(6, { is_active: false }),
    method(7, { state: 'verifying' }),
  ];
  expect(cardsElsewhere(methods, here).map(({ id }) => id)).toEqual([1]);
});
