import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import type { ChargeOutcome } from '#platform/payments/gateway.ts';
import type { Port } from './port.ts';
import { aRequest, look, PAYER, takenFor } from './port-requests.ts';
import { TEST_CARDS, typedCard } from './test-instruments.ts';

/** What every adapter of the port keeps of charges. */
export function describeGateway(name: string, open: () => Port): void {
  const asked = (card: string) => aRequest(open().gateway, typedCard(card), open().enter);

  describe(`the payments port: ${name}`, () => {
    it('loses an answer without losing the charge', async () => {
      const { gateway } = open();
      const request = await asked(TEST_CARDS.answerLostAfterCharge);
      expect((await gateway.charge(request, randomUUID())).k).toBe('unknown');
      const found = (await look(gateway, request)) as ChargeOutcome & { ref: string };
      expect(found.k).toBe('succeeded');
      expect(await takenFor(gateway, found.ref)).toBe(12345);
    });

    it('loses a request, and goes on losing it', async () => {
      const { gateway } = open();
      const request = await asked(TEST_CARDS.answerLostWithoutCharge);
      for (let i = 0; i < 3; i++) expect((await gateway.charge(request, 'lost-before')).k).toBe('unknown');
      expect(await look(gateway, request)).toBe('absent');
    });

    it.each([
      ['declinesCharges', { code: 'declined', next: 'new_method' }],
      ['blocked', { code: 'blocked', next: 'never' }],
    ] as const)('declines with a code, and says whether to ask again: %s', async (card, said) => {
      const { gateway } = open();
      const declined = await gateway.charge(await asked(TEST_CARDS[card]), randomUUID());
      expect(declined).toMatchObject({ k: 'declined', ref: expect.any(String), ...said });
      expect(await takenFor(gateway, (declined as { ref: string }).ref)).toBe(0);
    });

    it('takes a card that has money for one charge once, and says that more may come later', async () => {
      const { gateway } = open();
      const request = await asked(TEST_CARDS.firstChargeOnly);
      expect((await gateway.charge(request, randomUUID())).k).toBe('succeeded');
      const next = { ...request, attempt_id: request.attempt_id + 700_000 };
      const second = await gateway.charge(next, randomUUID());
      expect(second).toMatchObject({ k: 'declined', code: 'insufficient_funds', next: 'later' });
    });

    it.each([50, 51, 99_999_999])('takes what it is asked for, to the cent: %i', async (amount) => {
      const { gateway } = open();
      const request = { ...(await asked(TEST_CARDS.good)), amount_cents: cents(amount) };
      const { k, ref } = (await gateway.charge(request, randomUUID())) as { k: string; ref: string };
      expect([k, await takenFor(gateway, ref)]).toEqual(['succeeded', amount]);
      expect(await gateway.readCharge(ref)).toMatchObject({ amount_cents: amount });
    });

    it.each([
      [0, { code: 'refused_request', next: 'later' }],
      [-1, { code: 'refused_request', next: 'later' }],
      [100_000_000, { code: 'over_limit', next: 'new_method' }],
    ] as const)('asks no bank for a sum that nobody can be charged: %i', async (amount, said) => {
      const { gateway } = open();
      const request = { ...(await asked(TEST_CARDS.good)), amount_cents: cents(amount) };
      expect(await gateway.charge(request, randomUUID())).toMatchObject({ k: 'declined', ...said });
      expect(await look(gateway, request)).toBe('absent');
    });

    it('charges neither a method that it does not know nor that of another customer', async () => {
      const { gateway } = open();
      const request = await asked(TEST_CARDS.good);
      const other = await gateway.ensureCustomer({ ...PAYER, user_id: 7 }, 'customer-7');
      const gone = { k: 'declined', code: 'method_gone', next: 'new_method' };
      for (const wrong of [{ method_ref: 'pm_nobody_knows' }, { customer: other }])
        expect(await gateway.charge({ ...request, ...wrong }, randomUUID())).toMatchObject(gone);
      expect(await look(gateway, request)).toBe('absent');
    });
  });
}
