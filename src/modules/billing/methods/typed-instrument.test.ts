import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  TEST_ACCOUNTS,
  TEST_CARDS,
  typedAccount,
  typedCard,
} from '#tests/support/billing/test-instruments.ts';
import { holderOf, methodIdentity, paymentTypeOf, rawInstrument } from './typed-instrument.ts';

const card = typedCard(TEST_CARDS.good);
const account = typedAccount(TEST_ACCOUNTS.settles);
const printed = (value: unknown) => `${JSON.stringify(value)} ${inspect(value, { depth: null })}`;

describe('a typed card or account on its way to the processor', () => {
  it('carries what the processor needs, and hides its numbers from every log', () => {
    const raw = rawInstrument(card);
    expect(raw).toMatchObject({ kind: 'card', name: 'Ada Test', exp_month: 12, exp_year: 2030 });
    expect(printed(raw)).not.toContain(TEST_CARDS.good);
    expect(printed(rawInstrument(account))).not.toContain(TEST_ACCOUNTS.settles);
  });

  it('hides the security code', () => {
    expect(printed(rawInstrument(typedCard(TEST_CARDS.good, { ccid: '739' })))).not.toContain('739');
  });

  it('leaves the home and the e-mail of an account behind, which no processor asks for', () => {
    expect(Object.keys(rawInstrument(account)).toSorted()).toEqual(
      ['account_number', 'account_type', 'first_name', 'kind', 'last_name', 'routing_number'].toSorted(),
    );
  });

  it('is known by its holder', () => {
    expect(holderOf(rawInstrument(card))).toBe('Ada Test');
    expect(holderOf(rawInstrument(account))).toBe('Ada Test');
  });

  it('is of the payment type of its kind', () => {
    expect([paymentTypeOf('card'), paymentTypeOf('bank')]).toEqual([
      'paymentTypeCreditCard',
      'paymentTypeAch',
    ]);
  });
});

describe('what tells one card or account from another', () => {
  it('is the same for the same card typed twice, whatever security code came with it', () => {
    expect(methodIdentity(typedCard(TEST_CARDS.good, { ccid: '999' }))).toEqual(methodIdentity(card));
  });

  it('differs by number, by expiry and by account', () => {
    const others = [
      typedCard(TEST_CARDS.declined),
      typedCard(TEST_CARDS.good, { exp_year: 2031 }),
      typedCard(TEST_CARDS.mastercard),
      account,
      typedAccount(TEST_ACCOUNTS.returnedR01),
      typedAccount(TEST_ACCOUNTS.settles, '021000021'),
    ].map((typed) => JSON.stringify(methodIdentity(typed)));
    expect(new Set([JSON.stringify(methodIdentity(card)), ...others]).size).toBe(others.length + 1);
  });

  it('holds no more of a number than its last four digits', () => {
    for (const typed of [card, account])
      for (const part of methodIdentity(typed)) expect(String(part)).not.toMatch(/\d{5}/);
  });
});
