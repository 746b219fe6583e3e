import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { rawInstrument, type TypedInstrument } from '#modules/billing/typed-instrument.ts';
import type { ChargeRequest, Outcome, PaymentGateway } from '#platform/payments/gateway.ts';
import { TEST_ACCOUNTS, TEST_CARDS, typedAccount, typedCard } from './test-instruments.ts';

let lastAttempt = 0;

/** A request for a freshly saved instrument; the attempt is the portal's and new each time. */
export async function aRequest(gateway: PaymentGateway, instrument: TypedInstrument): Promise<ChargeRequest> {
  const customer = await gateway.ensureCustomer(1, 'customer-1');
  const saved = await gateway.saveMethod(rawInstrument(instrument), customer, randomUUID());
  if (saved.k !== 'saved') throw new Error(`not saved: ${JSON.stringify(saved)}`);
  lastAttempt += 1;
  return { attempt_id: lastAttempt, order_id: 1, customer, method_ref: saved.instrument.ref, amount_cents: cents(12345), descriptor: 'Round trip' };
}

const SINCE = new Date('2026-01-01T00:00:00Z');
const look = (gateway: PaymentGateway, { attempt_id, customer }: ChargeRequest) => gateway.findCharge({ attempt_id, customer, since: SINCE });

async function takenFor(gateway: PaymentGateway, ref: string): Promise<number> {
  let total = 0;
  for await (const movement of gateway.movements()) if (movement.charge_ref === ref) total += movement.amount_cents;
  return total;
}

/** What every adapter of the port keeps; `open` gives one adapter for the whole suite. */
export function describeGateway(name: string, open: () => PaymentGateway): void {
  describe(`the payments port: ${name}`, () => {
    it('saves a method once a key and gives back nothing of its number but the last four', async () => {
      const raw = rawInstrument(typedCard(TEST_CARDS.good));
      const [first, second] = [await open().saveMethod(raw, 'cus', 'save-1'), await open().saveMethod(raw, 'cus', 'save-1')];
      expect(first).toEqual(second);
      expect(first).toMatchObject({ k: 'saved', instrument: { brand: 'Visa', last4: '4242', exp_month: 12, exp_year: 2030 } });
      expect(JSON.stringify(first)).not.toContain(TEST_CARDS.good);
    });

    it('charges once a key, and answers alike each time', async () => {
      const request = await aRequest(open(), typedCard(TEST_CARDS.good));
      const key = randomUUID();
      const answers = await Promise.all([1, 2, 3].map(() => open().charge(request, key)));
      const [{ ref }] = answers as [Extract<Outcome, { k: 'succeeded' }>];
      expect(answers).toEqual([1, 2, 3].map(() => ({ k: 'succeeded', ref })));
      expect(await takenFor(open(), ref)).toBe(12345);
    });

    it('says neither yes nor no to another request under a used key', async () => {
      const request = await aRequest(open(), typedCard(TEST_CARDS.good));
      await open().charge(request, 'used-key');
      expect((await open().charge({ ...request, amount_cents: cents(1) }, 'used-key')).k).toBe('unknown');
    });

    it('declines with a code, and keeps to it', async () => {
      const request = await aRequest(open(), typedCard(TEST_CARDS.declinesCharges));
      const declined = await open().charge(request, 'declined-key');
      expect(declined).toMatchObject({ k: 'declined', code: 'declined', next: 'new_method' });
      expect(await open().charge(request, 'declined-key')).toEqual(declined);
    });

    it('finds a charge by our attempt, and finds none that was never made', async () => {
      const request = await aRequest(open(), typedCard(TEST_CARDS.good));
      expect(await look(open(), request)).toBe('absent');
      const made = await open().charge(request, randomUUID());
      expect(await look(open(), request)).toEqual(made);
    });

    it('loses an answer without losing the charge', async () => {
      const request = await aRequest(open(), typedCard(TEST_CARDS.answerLostAfterCharge));
      expect((await open().charge(request, 'lost-after')).k).toBe('unknown');
      const replayed = await open().charge(request, 'lost-after');
      expect(replayed.k).toBe('succeeded');
      expect(await look(open(), request)).toEqual(replayed);
    });

    it('loses a request, and goes on losing it', async () => {
      const request = await aRequest(open(), typedCard(TEST_CARDS.answerLostWithoutCharge));
      for (let i = 0; i < 3; i++) expect((await open().charge(request, 'lost-before')).k).toBe('unknown');
      expect(await look(open(), request)).toBe('absent');
    });

    it('answers a bank debit with pending and moves no money yet', async () => {
      const request = await aRequest(open(), typedAccount(TEST_ACCOUNTS.settles));
      const pending = await open().charge(request, randomUUID());
      expect(pending.k).toBe('pending');
      expect(await takenFor(open(), (pending as { ref: string }).ref)).toBe(0);
    });
  });
}
