import { describe, expect, it } from 'vitest';
import { cents, ZERO } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import type { Quote } from '#modules/pricing/quoted-prices.ts';
import { aSurcharge, SANDBOX_CARD_FEE } from '#tests/support/billing/prices.ts';
import { TEST_CARDS } from '#tests/support/billing/test-instruments.ts';
import { acceptancesOf } from './acceptances.ts';
import { emptyDraft, type Draft } from './draft.ts';
import {
  chooseLaterType,
  clearLaterMethod,
  enterLaterBank,
  isAllLater,
  pricedForLater,
  priceKeyOfOrder,
  shownPrice,
  toggleLaterMethod,
  wayOfOrder,
} from './later-payment.ts';
import { orderBody } from './order-body.ts';

const none: Draft = {
  ...emptyDraft(),
  program: { ...emptyDraft().program, payment_type: 'paymentTypeNone' },
};
const tariff = { surcharges: [aSurcharge()], card_fee: SANDBOX_CARD_FEE };
const priced = {
  principal_cents: ZERO,
  surcharge_base_cents: ZERO,
  surcharge_cents: ZERO,
  due_today_cents: ZERO,
  lines: [],
  later: [{ pay_on: plainDate('2026-10-01'), amount_cents: cents(435_000), surcharge_cents: ZERO }],
  year_total_cents: cents(435_000),
};
const quote: Quote = {
  subtotal_cents: ZERO,
  discount_cents: ZERO,
  net_cents: ZERO,
  quote_hash: 'q',
  by_payment_type: { paymentTypeNone: priced },
};
const cards = { saved: [], told: null, typed_funding: null, card_fee: SANDBOX_CARD_FEE };
const facts = { product_id: null, hasPickup: false, siblingDiscountId: null };
const bodyOf = (draft: Draft) =>
  orderBody(draft, {
    facts,
    aid: null,
    payer: { email: 'a@b.example', password: 'secret' },
    quoteHash: null,
    acceptances: [],
  });

describe('where nothing is due today', () => {
  /** @shows MB11.1 */
  it('the later payments are priced by bank and by card, each with its fee', () => {
    expect(isAllLater(quote)).toBe(true);
    const { paymentTypeAch, paymentTypeCreditCard } = pricedForLater(quote, tariff).by_payment_type;
    expect(paymentTypeAch).toMatchObject({ due_today_cents: 0, year_total_cents: 435_000 });
    expect(paymentTypeCreditCard).toMatchObject({ due_today_cents: 0, year_total_cents: 448_050 });
    expect(paymentTypeCreditCard!.later).toMatchObject([{ amount_cents: 435_000, surcharge_cents: 13_050 }]);
  });

  it('the price beside the steps has the fee of what is left, and none while nothing is', () => {
    const byCard = priceKeyOfOrder(chooseLaterType(none, 'paymentTypeCreditCard'), cards);
    expect(shownPrice(quote, priced, { price_key: byCard, tariff }).priced.year_total_cents).toBe(448_050);
    expect(shownPrice(quote, priced, { price_key: priceKeyOfOrder(none, cards), tariff })).toEqual({
      quote,
      priced,
    });
  });

  /** @shows MB11.4 */
  it('an order without a method is sent as type None', () => {
    expect(bodyOf(none).payment).toEqual({ payment_type: 'paymentTypeNone' });
    expect(bodyOf(none).user).toBeUndefined();
  });

  /** @shows MB11.2 */
  it('an order is sent with the saved method that is left, pressed twice without it', () => {
    const saved = { id: 9, type: 'paymentTypeCreditCard' as const };
    const left = toggleLaterMethod(none, saved);
    expect(bodyOf(left).payment).toEqual({ payment_method_id: 9 });
    expect(left.program.payment_type).toBe('paymentTypeNone');
    expect(wayOfOrder(toggleLaterMethod(left, saved)).method).toBeNull();
    expect(wayOfOrder(clearLaterMethod(left)).method).toBeNull();
  });

  /** @shows MB11.5 */
  it('a bank account goes with the login and the terms that were accepted', () => {
    const ach = { account_number: '000123456789' } as never;
    const left = enterLaterBank(none, ach);
    expect(bodyOf(left)).toMatchObject({
      payment: { payment_type: 'paymentTypeAch', ach },
      user: { email: 'a@b.example' },
    });
    const periodProgram = { ach_terms_hash: 'terms' } as never;
    expect(acceptancesOf(left, { periodProgram })).toEqual([{ kind: 'ach', text_hash: 'terms' }]);
  });
});

/** @shows S20.5 */
describe('the price of a card that is typed into the processor’s fields', () => {
  const card = {
    ...none,
    program: { ...none.program, payment_type: 'paymentTypeCreditCard' as const, payment_method: null },
  };
  const unknown = cards;

  it.each([
    [null, 'paymentTypeCreditCard'],
    ['credit', 'paymentTypeCreditCard'],
    ['debit', 'debit_card'],
    ['prepaid', 'debit_card'],
    ['unknown', 'debit_card'],
  ] as const)('follows what the processor tells of it: %s is %s', (typed_funding, key) => {
    expect(priceKeyOfOrder(card, { ...unknown, typed_funding })).toBe(key);
  });

  it('is that of the card that was entered, whatever is typed afterwards', () => {
    const entered = { id: 7, brand: 'Visa', ident: '****5556', state: 'ready' as const, billing_state: 'NY' };
    const cc = { ...entered, funding: 'debit' as const, verify_url: null, arrives_on: null };
    expect(priceKeyOfOrder({ ...card, cc }, { ...unknown, typed_funding: 'credit' })).toBe('debit_card');
    const credit = { ...cc, funding: 'credit' as const };
    expect(priceKeyOfOrder({ ...card, cc: credit }, { ...unknown, typed_funding: 'debit' })).toBe(
      'paymentTypeCreditCard',
    );
  });
});

/** @shows MP10.1 */
describe('the price of a card whose number is typed here', () => {
  const card = {
    ...none,
    program: { ...none.program, payment_type: 'paymentTypeCreditCard' as const, payment_method: null },
  };
  const typed = (number: string) => ({
    ...card,
    cc: { type: 'Visa' as const, number, name: 'Ada', exp_month: 12, exp_year: 2030, ccid: '123' },
  });

  it.each([
    [TEST_CARDS.good, 'paymentTypeCreditCard'],
    [TEST_CARDS.debit, 'debit_card'],
    [TEST_CARDS.prepaid, 'debit_card'],
    [TEST_CARDS.fundingUnknown, 'debit_card'],
  ])('is that of its kind before the order is confirmed: %s is %s', (number, key) => {
    expect(priceKeyOfOrder(typed(number), cards)).toBe(key);
  });

  it('is what the server has said of this card, where it said something else', () => {
    const told = { card: TEST_CARDS.good, price: 'card_at_0' as const };
    expect(priceKeyOfOrder(typed(TEST_CARDS.good), { ...cards, told })).toBe('card_at_0');
  });
});
