import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { rawInstrument } from '#modules/billing/methods/typed-instrument.ts';
import type { PaymentGateway } from '#platform/payments/gateway.ts';
import type { Port } from './port.ts';
import { aRequest, PAYER } from './port-requests.ts';
import { TEST_ACCOUNTS, TEST_CARDS, typedAccount, typedCard } from './test-instruments.ts';

/** What every adapter keeps of the methods that are saved. */
export function describeMethods(name: string, open: () => Port): void {
  describe(`saved methods through the port: ${name}`, () => {
    it('knows a customer by the same name each time', async () => {
      const { gateway } = open();
      const first = await gateway.ensureCustomer(PAYER, 'customer-1');
      expect(await gateway.ensureCustomer(PAYER, 'customer-1')).toBe(first);
    });

    it.each([
      ['good', 'Visa', 'credit'],
      ['debit', 'Visa', 'debit'],
      ['prepaid', 'MasterCard', 'prepaid'],
    ] as const)('saves a card, whose it is and what it spends, and not its number: %s', async (...card) => {
      const { gateway, enter } = open();
      const [number, brand, funding] = [TEST_CARDS[card[0]], card[1], card[2]];
      const { method_ref } = await aRequest(gateway, typedCard(number), enter);
      const read = await gateway.readMethod(method_ref);
      const last_4 = number.slice(-4);
      const until = { exp_month: 12, exp_year: 2030 };
      expect(read).toMatchObject({ ref: method_ref, brand, funding, last_4, ...until });
      expect(JSON.stringify(read)).not.toContain(number);
      expect(await gateway.readMethod('pm_nobody_knows')).toBe('absent');
    });

    it.each([
      ['declined', 'declined'],
      ['insufficientFunds', 'insufficient_funds'],
      ['expired', 'expired'],
      ['wrongCode', 'wrong_code'],
    ] as const)('saves no card that its bank refuses, and says why: %s', async (card, code) => {
      const typed = await open().type(typedCard(TEST_CARDS[card]));
      expect(await typed.read()).toMatchObject({ k: 'refused', code });
    });

    it('forgets a method, however often it is asked, and charges it no more', async () => {
      const { gateway, enter } = open();
      const request = await aRequest(gateway, typedAccount(TEST_ACCOUNTS.settles), enter);
      for (const key of ['forget', 'forget', 'forget-again'])
        expect(await gateway.forgetMethod(request.method_ref, key)).toBe('forgotten');
      expect(await gateway.forgetMethod('pm_nobody_knows', 'forget-nobody')).toBe('forgotten');
      expect(await gateway.readMethod(request.method_ref)).toBe('absent');
      const gone = { k: 'declined', code: 'method_gone', next: 'new_method' };
      expect(await gateway.charge(request, randomUUID())).toMatchObject(gone);
    });
  });
}

/** What every adapter keeps of an account that has to be verified. */
export function describeVerifying(name: string, open: () => Port): void {
  const typed = async (number: string) => {
    const account = await open().type(typedAccount(number));
    const read = await account.read();
    expect(read).toMatchObject({
      k: 'verifying',
      instrument: { brand: 'Bank account', funding: null },
      arrives_on: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    });
    const { instrument } = read as Extract<typeof read, { k: 'verifying' }>;
    return { ...account, instrument };
  };

  describe(`an account to be verified, through the port: ${name}`, () => {
    it('is not charged before, and is charged after', async () => {
      const { gateway, enter } = open();
      const account = await typed(TEST_ACCOUNTS.verifies);
      const request = await aRequest(gateway, typedAccount(TEST_ACCOUNTS.settles), enter);
      const charge = { ...request, customer: account.customer, method_ref: account.instrument.ref };
      const before = await gateway.charge(charge, randomUUID());
      expect(before).toMatchObject({ k: 'declined', next: 'new_method' });
      await account.verify();
      expect(await account.read()).toMatchObject({ k: 'saved', instrument: { ref: charge.method_ref } });
      const after = { ...charge, attempt_id: charge.attempt_id + 900_000 };
      expect(await gateway.charge(after, randomUUID())).toMatchObject({ k: 'pending' });
    });

    it('comes to nothing where nobody verifies it', async () => {
      const { advance } = open();
      const account = await typed(TEST_ACCOUNTS.neverVerified);
      await advance(9);
      expect(await account.read()).toMatchObject({ k: 'verifying' });
      await advance(1);
      expect(await account.read()).toMatchObject({ k: 'refused' });
    });
  });
}

/** What an adapter keeps whose fields are ours. */
export function describeSaving(name: string, open: () => { gateway: PaymentGateway }): void {
  describe(`saving through the port: ${name}`, () => {
    it('saves a method once a key and gives back nothing of its number but the last four', async () => {
      const { gateway } = open();
      const raw = rawInstrument(typedCard(TEST_CARDS.good));
      const save = () => gateway.saveMethod(raw, 'cus', 'save-1');
      const [first, second] = [await save(), await save()];
      expect(first).toEqual(second);
      expect(first).toMatchObject({
        k: 'saved',
        instrument: { brand: 'Visa', last_4: '4242', exp_month: 12, exp_year: 2030 },
      });
      expect(JSON.stringify(first)).not.toContain(TEST_CARDS.good);
    });
  });
}
