import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import type { ChargeOutcome } from '#platform/payments/gateway.ts';
import type { Port } from './port.ts';
import { aRefund, aRequest, look, takenFor } from './port-requests.ts';
import { TEST_ACCOUNTS, TEST_CARDS, typedAccount, typedCard } from './test-instruments.ts';

/** What every adapter keeps whose processor knows our keys: what is asked twice is done once. */
export function describeKeys(name: string, open: () => Port): void {
  const asked = (card: string) => aRequest(open().gateway, typedCard(card), open().enter);
  const refund = (card: string, amount?: number) =>
    aRefund(open().gateway, open().enter, { card, ...(amount && { amount }) });

  describe(`keys through the port: ${name}`, () => {
    it('a card is charged once a key, and answered alike each time', async () => {
      const { gateway } = open();
      const request = await asked(TEST_CARDS.good);
      const key = randomUUID();
      const answers = await Promise.all([1, 2, 3].map(() => gateway.charge(request, key)));
      const [{ ref }] = answers as [Extract<ChargeOutcome, { k: 'succeeded' }>];
      expect(answers).toEqual([1, 2, 3].map(() => ({ k: 'succeeded', ref })));
      expect(await takenFor(gateway, ref)).toBe(12345);
    });

    it('a debit is made once a key, and answered alike each time', async () => {
      const { gateway, enter } = open();
      const request = await aRequest(gateway, typedAccount(TEST_ACCOUNTS.settles), enter);
      const key = randomUUID();
      const [first, second] = [await gateway.charge(request, key), await gateway.charge(request, key)];
      expect(second).toEqual(first);
    });

    it('another request under a used key is neither yes nor no, and its key is spent', async () => {
      const { gateway } = open();
      const request = await asked(TEST_CARDS.good);
      const made = await gateway.charge(request, 'used-key');
      const other = { ...request, amount_cents: cents(51) };
      expect(await gateway.charge(other, 'used-key')).toMatchObject({ k: 'unknown', is_key_spent: true });
      expect(await look(gateway, request)).toEqual(made);
    });

    it('a decline is kept to', async () => {
      const { gateway } = open();
      const request = await asked(TEST_CARDS.declinesCharges);
      const declined = await gateway.charge(request, 'declined-key');
      expect(declined.k).toBe('declined');
      expect(await gateway.charge(request, 'declined-key')).toEqual(declined);
    });

    it('a charge whose answer was lost is told when it is asked for again', async () => {
      const { gateway } = open();
      const request = await asked(TEST_CARDS.answerLostAfterCharge);
      expect((await gateway.charge(request, 'lost-after')).k).toBe('unknown');
      const replayed = await gateway.charge(request, 'lost-after');
      expect(replayed.k).toBe('succeeded');
      expect(await look(gateway, request)).toEqual(replayed);
    });

    it('money is given back once a key, and answered alike each time', async () => {
      const { gateway } = open();
      const request = await refund(TEST_CARDS.good, 345);
      const key = randomUUID();
      const answers = await Promise.all([1, 2, 3].map(() => gateway.refund(request, key)));
      expect(answers[0]!.k).toBe('succeeded');
      expect(answers).toEqual([answers[0], answers[0], answers[0]]);
      expect(await takenFor(gateway, request.charge_ref)).toBe(12000);
    });

    it('another refund under a used key is neither yes nor no', async () => {
      const { gateway } = open();
      const request = await refund(TEST_CARDS.good, 345);
      await gateway.refund(request, 'used-refund-key');
      const other = { ...request, amount_cents: cents(1) };
      expect((await gateway.refund(other, 'used-refund-key')).k).toBe('unknown');
    });

    it('a refund whose answer was lost is told when it is asked for again', async () => {
      const { gateway } = open();
      const request = await refund(TEST_CARDS.answerLostAfterCharge);
      expect((await gateway.refund(request, 'refund-lost-after')).k).toBe('unknown');
      const replayed = await gateway.refund(request, 'refund-lost-after');
      expect(replayed.k).toBe('succeeded');
      expect(await gateway.findRefund(request)).toEqual(replayed);
      expect(await takenFor(gateway, request.charge_ref)).toBe(0);
    });

    it('a refused refund is kept to', async () => {
      const { gateway } = open();
      const request = await refund(TEST_CARDS.refundRefused);
      const refused = await gateway.refund(request, 'refused-refund-key');
      expect(refused.k).toBe('refused');
      expect(await gateway.refund(request, 'refused-refund-key')).toEqual(refused);
    });
  });
}
