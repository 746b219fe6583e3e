import { expect, test } from 'vitest';
import { ApiError } from '#app/api/api-error.ts';
import { emptyDraft, type Draft, type ProgramDraft } from './draft.ts';
import { orderBody, quoteBody } from './order-body.ts';
import { attemptFor, isOutcomeKnown } from '#app/api/use-once.ts';

const facts = { product_id: 1, hasPickup: false, siblingDiscountId: 12 };
const signing = { facts, aid: null, payer: null, quoteHash: 'q', acceptances: [] };

function draft(program: Partial<ProgramDraft> = {}, rest: Partial<Draft> = {}): Draft {
  const empty = emptyDraft();
  const student = { ...empty.student, id: 4 };
  return {
    ...empty,
    student,
    ...rest,
    program: { ...empty.program, id: 7, route: 3, payment_term: 5, payment_term_type_id: 8, ...program },
  };
}

const sent = (value: unknown) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>;

/** @shows B-300 */
test('what was left blank is not sent', () => {
  expect(sent(quoteBody(draft({ pickup_north: 'Riverdale Ave' }), facts, null))).toEqual({
    contract: {
      program_id: 7,
      student_id: 4,
      route_id: 3,
      payment_term_id: 5,
      payment_term_type_id: 8,
      addon_ids: [],
      product_id: 1,
    },
  });
});

/** @shows B-296 */
test('a contract names everything that was chosen', () => {
  const everything = draft({
    addons: [11, 12],
    grade_id: 4,
    pickup_north: 'Riverdale Ave',
    pickup_cross: 'W 246 St',
    special_request: 'Front seat',
    second_student_contract_number: '26-HM-000001-K',
    has_valid_second_student_contract_number: true,
  });
  expect(sent(orderBody(everything, { ...signing, facts: { ...facts, hasPickup: true } })).contract).toEqual({
    program_id: 7,
    student_id: 4,
    route_id: 3,
    payment_term_id: 5,
    payment_term_type_id: 8,
    addon_ids: [11, 12],
    product_id: 1,
    grade_id: 4,
    pickup_north: 'Riverdale Ave',
    pickup_cross: 'W 246 St',
    special_request: 'Front seat',
    route_discounts: [{ id: 12, contract_number: '26-HM-000001-K' }],
  });
});

/** @shows B-153 B-154 B-297 */
test('a payment is a saved method, or a type with the card or the account that was typed', () => {
  const cc = {
    type: 'Visa',
    number: '4242424242424242',
    name: 'A Okafor',
    exp_month: 4,
    exp_year: 2030,
    ccid: '123',
  } as const;
  const ach = {
    first_name: 'Adaeze',
    last_name: 'Okafor',
    address: '1 Main St',
    city: 'Bronx',
    state: 'NY',
    zip: '10471',
    phone: '718-555-0101',
    email: 'a@b.example',
    routing_number: '110000000',
    account_number: '000123456789',
    account_type: 'Checking',
  } as const;
  const payment = (program: Partial<ProgramDraft>) =>
    sent(orderBody(draft(program, { cc, ach }), signing)).payment;
  expect(payment({ payment_method: 21 })).toEqual({ payment_method_id: 21 });
  expect(payment({ payment_type: 'paymentTypeCreditCard' })).toEqual({
    payment_type: 'paymentTypeCreditCard',
    cc,
  });
  expect(payment({ payment_type: 'paymentTypeAch' })).toEqual({ payment_type: 'paymentTypeAch', ach });
});

test('pickup streets go along where the route has a pickup location', () => {
  const body = quoteBody(draft({ pickup_north: ' Riverdale Ave ' }), { ...facts, hasPickup: true }, null);
  expect(body.contract).toMatchObject({ pickup_north: 'Riverdale Ave', pickup_cross: undefined });
});

test('a checked sibling number is sent with the discount of the chosen route', () => {
  const number = {
    second_student_contract_number: '26-HM-000001-K',
    has_valid_second_student_contract_number: true,
  };
  expect(quoteBody(draft(number), facts, null).contract.route_discounts).toEqual([
    { id: 12, contract_number: '26-HM-000001-K' },
  ]);
  expect(
    quoteBody(draft(number), { ...facts, siblingDiscountId: null }, null).contract.route_discounts,
  ).toBeUndefined();
  expect(
    quoteBody(draft({ ...number, has_valid_second_student_contract_number: false }), facts, null).contract
      .route_discounts,
  ).toBeUndefined();
});

/** @shows B-299 */
test('financial aid beats the sibling number, and goes along above 0 only', () => {
  const number = {
    second_student_contract_number: '26-HM-000001-K',
    has_valid_second_student_contract_number: true,
  };
  const body = quoteBody(draft(number), facts, { code: 'HM-AID-27', amount: 1000 });
  expect(body).toMatchObject({
    financial_aid: { code: 'HM-AID-27', amount: 1000 },
    contract: { route_discounts: undefined },
  });
  expect(quoteBody(draft(), facts, { code: 'HM-AID-27', amount: 0 }).financial_aid).toBeUndefined();
});

/** @shows B-298 */
test('e-mail and password are sent for a bank debit only', () => {
  const payer = { email: 'a@b.example', password: 'secret1' };
  expect(
    orderBody(draft({ payment_type: 'paymentTypeAch', payment_method: 22 }), { ...signing, payer }).user,
  ).toEqual(payer);
  expect(
    orderBody(draft({ payment_type: 'paymentTypeCreditCard', payment_method: 21 }), { ...signing, payer })
      .user,
  ).toBeUndefined();
});

test('a saved method is sent alone, and nothing due sends the type None', () => {
  expect(orderBody(draft({ payment_method: 21 }), signing).payment).toEqual({ payment_method_id: 21 });
  expect(orderBody(draft({ payment_type: 'paymentTypeNone' }), signing).payment).toEqual({
    payment_type: 'paymentTypeNone',
  });
});

test('pressing again after a lost answer asks for the same charge; a changed order is a new one', () => {
  let keys = 0;
  const newKey = () => `key-${(keys += 1)}`;
  const body = orderBody(draft({ payment_method: 21 }), signing);
  const first = attemptFor(null, body, newKey);
  expect(attemptFor(first, body, newKey)).toBe(first);
  expect(attemptFor(first, { ...body, quote_hash: 'other' }, newKey).key).toBe('key-2');
});

test('a declined card ends the attempt; no answer and a failing server do not', () => {
  const refused = (status: number) => new ApiError(status, '', { success: false, errors: ['No.'] });
  expect(isOutcomeKnown(refused(402))).toBe(true);
  expect(isOutcomeKnown(refused(503))).toBe(false);
  expect(isOutcomeKnown(new Error('Network Error'))).toBe(false);
});

/** @shows S20.4 */
test('what was entered in the processor’s fields is named by its id, and no number is sent', () => {
  const cc = {
    id: 77,
    brand: 'Visa',
    ident: '****5556',
    funding: 'debit',
    billing_state: 'NY',
    state: 'ready',
    verify_url: null,
    arrives_on: null,
  } as const;
  const card = draft({ payment_type: 'paymentTypeCreditCard' }, { cc });
  expect(sent(orderBody(card, { ...signing, cardPrice: 'debit_card' })).payment).toEqual({
    payment_method_id: 77,
    priced_as: 'debit_card',
  });
  const ach = { ...cc, brand: 'Checking', ident: '****6789', funding: null };
  expect(sent(orderBody(draft({ payment_type: 'paymentTypeAch' }, { ach }), signing)).payment).toEqual({
    payment_method_id: 77,
  });
});
