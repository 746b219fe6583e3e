import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Entry, EntryRequest, PaymentGateway } from '#platform/payments/gateway.ts';
import { rawInstrument } from '#modules/billing/methods/typed-instrument.ts';
import { aRequest, PAYER, type Enter } from './gateway-suite.ts';
import { TEST_ACCOUNTS, TEST_CARDS, typedAccount, typedCard } from './test-instruments.ts';

/** What no adapter can do: the family's part, in fields that are not ours. */
export type EntryHands = {
  type(client_secret: string, number: string): void;
  /** an account that has to be verified */
  typeVerifying(client_secret: string): void;
  verify(client_secret: string): void;
  /** the answer of the next entry that is begun does not come back */
  loseAnswer(): void;
};

let last = 0;

/** What every adapter keeps whose fields are the processor's own. */
export function describeEntries(name: string, open: () => PaymentGateway, hands: () => EntryHands): void {
  describe(`entries through the port: ${name}`, () => {
    let customer: string;
    beforeAll(async () => void (customer = await open().ensureCustomer(PAYER, 'customer-1')));
    const asked = (kind: EntryRequest['kind'] = 'card'): EntryRequest => ({
      entry_id: (last += 1),
      user_id: PAYER.user_id,
      kind,
      customer,
    });
    async function begin(request: EntryRequest, key: string = randomUUID()) {
      const begun = await open().beginEntry(request, key);
      if (begun.k !== 'begun') throw new Error(`not begun: ${begun.k}`);
      return begun;
    }
    async function entered(number: string): Promise<Entry | 'absent'> {
      const request = asked();
      const { ref, client_secret } = await begin(request);
      hands().type(client_secret, number);
      return open().readEntry(ref, request);
    }

    it('opens fields, in which nothing has been entered', async () => {
      const request = asked();
      const { ref } = await begin(request);
      expect(await open().readEntry(ref, request)).toEqual({ k: 'open' });
    });

    it('opens the same ones by the same key, and others by another', async () => {
      const request = asked();
      const key = randomUUID();
      const first = await begin(request, key);
      expect(await begin(request, key)).toEqual(first);
      expect((await begin(asked())).ref).not.toBe(first.ref);
    });

    it('loses an answer without opening others', async () => {
      const request = asked();
      const key = randomUUID();
      hands().loseAnswer();
      expect((await open().beginEntry(request, key)).k).toBe('unknown');
      const { ref } = await begin(request, key);
      expect(await begin(request, key)).toMatchObject({ ref });
    });

    it.each([
      [TEST_CARDS.good, 'credit'],
      [TEST_CARDS.debit, 'debit'],
      [TEST_CARDS.prepaid, 'prepaid'],
    ])('saves %s as a %s card, with nothing of its number but the last four', async (number, funding) => {
      const saved = await entered(number);
      expect(saved).toMatchObject({ k: 'saved', instrument: { funding, last_4: number.slice(-4) } });
      expect(JSON.stringify(saved)).not.toContain(number);
    });

    it('counts how often a bank has refused, and is still open', async () => {
      const request = asked();
      const { ref, client_secret } = await begin(request);
      for (let tries = 1; tries <= 3; tries += 1) {
        hands().type(client_secret, TEST_CARDS.insufficientFunds);
        const refused = { k: 'refused', code: 'insufficient_funds', tries };
        expect(await open().readEntry(ref, request)).toEqual(refused);
      }
      hands().type(client_secret, TEST_CARDS.good);
      expect(await open().readEntry(ref, request)).toMatchObject({ k: 'saved' });
    });

    it('ends, and one that was saved stays saved', async () => {
      const request = asked();
      const { ref } = await begin(request);
      expect(await open().endEntry(ref, request, randomUUID())).toEqual({ k: 'ended' });
      expect(await open().readEntry(ref, request)).toEqual({ k: 'ended' });
      const other = asked();
      const { ref: saved, client_secret } = await begin(other);
      hands().type(client_secret, TEST_CARDS.good);
      expect(await open().endEntry(saved, other, randomUUID())).toMatchObject({ k: 'saved' });
    });

    it('says neither yes nor no of what was begun for another customer', async () => {
      const request = asked();
      const { ref } = await begin(request);
      const other = await open().ensureCustomer({ ...PAYER, user_id: 2 }, 'customer-2');
      expect(await open().readEntry(ref, { ...request, customer: other })).toMatchObject({ k: 'unknown' });
      expect(await open().readEntry('seti_nobody', request)).toBe('absent');
    });

    it('waits for an account to be verified, and has its mandate then', async () => {
      const request = asked('bank');
      const { ref, client_secret } = await begin(request);
      hands().typeVerifying(client_secret);
      expect(await open().readEntry(ref, request)).toMatchObject({
        k: 'verifying',
        arrives_on: expect.stringMatching(/^\d{4}-/),
      });
      hands().verify(client_secret);
      const saved = await open().readEntry(ref, request);
      expect(saved).toMatchObject({ k: 'saved', instrument: { funding: null } });
      const { mandate_ref } = saved as Extract<Entry, { k: 'saved' }>;
      expect(await open().readMandate(mandate_ref!)).toBe('active');
    });
  });
}

/** What every adapter keeps of the methods that are saved. */
export function describeMethods(name: string, open: () => PaymentGateway, enter?: Enter): void {
  describe(`saved methods through the port: ${name}`, () => {
    it('knows a customer by the same name each time', async () => {
      const first = await open().ensureCustomer(PAYER, 'customer-1');
      expect(await open().ensureCustomer(PAYER, 'customer-1')).toBe(first);
    });

    it('reads a method as it is now', async () => {
      const { method_ref } = await aRequest(open(), typedCard(TEST_CARDS.debit), enter);
      expect(await open().readMethod(method_ref)).toMatchObject({
        ref: method_ref,
        brand: 'Visa',
        funding: 'debit',
        last_4: '5556',
      });
      expect(await open().readMethod('pm_nobody_knows')).toBe('absent');
    });

    it('forgets a method, however often it is asked, and charges it no more', async () => {
      const request = await aRequest(open(), typedAccount(TEST_ACCOUNTS.settles), enter);
      for (const key of ['forget', 'forget', 'forget-again'])
        expect(await open().forgetMethod(request.method_ref, key)).toBe('forgotten');
      expect(await open().readMethod(request.method_ref)).toBe('absent');
      expect(await open().charge(request, randomUUID())).toMatchObject({ k: 'declined', next: 'new_method' });
    });
  });
}

/** What an adapter keeps whose fields are ours, of an account that has to be verified. */
export function describeVerifying(
  name: string,
  open: () => PaymentGateway,
  advance: (days: number) => void,
): void {
  describe(`an account to be verified, through the port: ${name}`, () => {
    async function save(number: string) {
      const customer = await open().ensureCustomer(PAYER, 'customer-1');
      const raw = rawInstrument(typedAccount(number));
      const saved = await open().saveMethod(raw, customer, randomUUID());
      if (saved.k !== 'verifying') throw new Error(`not verifying: ${saved.k}`);
      const request: EntryRequest = { entry_id: 1, user_id: PAYER.user_id, kind: 'bank', customer };
      return { saved, read: () => open().readEntry(saved.ref, request), customer };
    }

    it('is not charged before, and is charged after', async () => {
      const { saved, read, customer } = await save(TEST_ACCOUNTS.verifies);
      const charge = {
        ...(await aRequest(open(), typedAccount(TEST_ACCOUNTS.settles))),
        customer,
        method_ref: saved.instrument.ref,
      };
      expect(await read()).toMatchObject({ k: 'verifying', arrives_on: saved.arrives_on });
      expect(await open().charge(charge, randomUUID())).toMatchObject({
        k: 'declined',
        code: 'account_unusable',
      });
      advance(5);
      expect(await read()).toMatchObject({ k: 'saved', instrument: saved.instrument });
      expect(await open().charge(charge, randomUUID())).toMatchObject({ k: 'pending' });
    });

    it('comes to nothing where nobody verifies it', async () => {
      const { read } = await save(TEST_ACCOUNTS.neverVerified);
      advance(9);
      expect(await read()).toMatchObject({ k: 'verifying' });
      advance(1);
      expect(await read()).toMatchObject({ k: 'refused' });
    });
  });
}
