import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ChargeOutcome } from '#platform/payments/gateway.ts';
import type { Port } from './port.ts';
import { aRefund, aRequest, movedBy, refundOf, takenFor } from './port-requests.ts';
import { TEST_ACCOUNTS, TEST_CARDS, typedAccount, typedCard } from './test-instruments.ts';

/** By when a debit has settled, and a refund has become what it becomes, in days. */
const DECIDED = 10;
/** After these no debit is given back. */
const TOO_LATE = 182;

/** What every adapter of the port keeps about money that goes back. */
export function describeRefunds(name: string, open: () => Port): void {
  const aCharge = async (card: string, amount?: number) =>
    aRefund(open().gateway, open().enter, { card, ...(amount && { amount }) });
  const aDebit = async () => {
    const { gateway, enter } = open();
    const request = await aRequest(gateway, typedAccount(TEST_ACCOUNTS.settles), enter);
    return ((await gateway.charge(request, randomUUID())) as { ref: string }).ref;
  };

  describe(`money back through the port: ${name}`, () => {
    it('never gives back more than was taken less what went back, also when asked at once', async () => {
      const { gateway } = open();
      const { charge_ref } = await aCharge(TEST_CARDS.good);
      const ask = (amount: number) => gateway.refund(refundOf(charge_ref, amount), randomUUID());
      const answers = await Promise.all([10000, 10000, 10000].map(ask));
      expect(answers.map(({ k }) => k).toSorted()).toEqual(['refused', 'refused', 'succeeded']);
      expect(await ask(2346)).toMatchObject({ k: 'refused', code: 'exceeds_charge' });
      expect(await ask(2345)).toMatchObject({ k: 'succeeded' });
      expect(await takenFor(gateway, charge_ref)).toBe(0);
    });

    it('gives nothing back of a charge that it does not know, or that it declined', async () => {
      const { gateway, enter } = open();
      const request = await aRequest(gateway, typedCard(TEST_CARDS.declinesCharges), enter);
      const { ref } = (await gateway.charge(request, randomUUID())) as { ref: string };
      const refused = { k: 'refused', code: 'no_such_charge' };
      for (const charge_ref of ['ch_nobody_knows', ref])
        expect(await gateway.refund(refundOf(charge_ref, 1), randomUUID())).toMatchObject(refused);
    });

    it('gives nothing back of a bank debit that has not settled', async () => {
      const refund = refundOf(await aDebit(), 1);
      const said = await open().gateway.refund(refund, randomUUID());
      expect(said).toMatchObject({ k: 'refused', code: 'not_settled' });
    });

    it('gives a debit back that has settled, at once or in days', async () => {
      const { gateway, advance } = open();
      const charge_ref = await aDebit();
      await advance(DECIDED);
      expect(await gateway.readCharge(charge_ref)).toMatchObject({ outcome: { k: 'succeeded' } });
      const refund = refundOf(charge_ref, 345);
      expect((await gateway.refund(refund, randomUUID())).k).toMatch(/^(succeeded|pending)$/);
      await advance(DECIDED);
      expect(await gateway.findRefund(refund)).toMatchObject({ k: 'succeeded' });
      expect(await takenFor(gateway, charge_ref)).toBe(12000);
    });

    it('gives nothing back of a debit that is half a year old', async () => {
      const { gateway, advance } = open();
      const charge_ref = await aDebit();
      await advance(TOO_LATE);
      const said = await gateway.refund(refundOf(charge_ref, 1), randomUUID());
      expect(said).toMatchObject({ k: 'refused', code: 'too_old' });
      expect(await takenFor(gateway, charge_ref)).toBe(12345);
    });

    it('finds a refund by our own id, and finds none that was never made', async () => {
      const { gateway } = open();
      const request = await aCharge(TEST_CARDS.good);
      expect(await gateway.findRefund(request)).toBe('absent');
      const made = await gateway.refund(request, randomUUID());
      expect(await gateway.findRefund(request)).toEqual(made);
    });

    it('loses an answer without losing the refund', async () => {
      const { gateway } = open();
      const request = await aCharge(TEST_CARDS.answerLostAfterCharge);
      expect((await gateway.refund(request, randomUUID())).k).toBe('unknown');
      expect(await gateway.findRefund(request)).toMatchObject({ k: 'succeeded' });
      expect(await takenFor(gateway, request.charge_ref)).toBe(0);
    });

    it('loses a request, and goes on losing it', async () => {
      const { gateway } = open();
      const request = await aCharge(TEST_CARDS.refundRequestLost);
      for (let i = 0; i < 3; i++)
        expect((await gateway.refund(request, 'refund-lost-before')).k).toBe('unknown');
      expect(await gateway.findRefund(request)).toBe('absent');
    });

    it('refuses with a code, and moves nothing', async () => {
      const { gateway } = open();
      const request = await aCharge(TEST_CARDS.refundRefused);
      const refused = await gateway.refund(request, randomUUID());
      expect(refused).toMatchObject({ k: 'refused', code: expect.stringMatching(/^(declined|disputed)$/) });
      expect(await takenFor(gateway, request.charge_ref)).toBe(12345);
    });

    it('says when our balance there is too low for it, and moves nothing', async () => {
      const { gateway } = open();
      const request = await aCharge(TEST_CARDS.refundShortOfBalance);
      const refused = await gateway.refund(request, randomUUID());
      expect(refused).toMatchObject({ k: 'refused', code: 'balance_too_low' });
      expect(await takenFor(gateway, request.charge_ref)).toBe(12345);
    });

    it('that is on its way is found so, then made, and its money has gone only then', async () => {
      const { gateway, advance } = open();
      const request = await aCharge(TEST_CARDS.refundPending, 345);
      const made = (await gateway.refund(request, randomUUID())) as ChargeOutcome & { ref: string };
      expect(made.k).toBe('pending');
      expect(await gateway.findRefund(request)).toEqual(made);
      expect(await takenFor(gateway, request.charge_ref)).toBe(12345);
      await advance(DECIDED);
      expect(await gateway.findRefund(request)).toEqual({ k: 'succeeded', ref: made.ref });
      expect(await takenFor(gateway, request.charge_ref)).toBe(12000);
    });

    it('that is on its way may be refused after all, and its money has never gone', async () => {
      const { gateway, advance } = open();
      const request = await aCharge(TEST_CARDS.refundPendingThenRefused, 345);
      const made = (await gateway.refund(request, randomUUID())) as { k: string; ref: string };
      expect(made.k).toBe('pending');
      await advance(DECIDED);
      const refused = { k: 'refused', ref: made.ref, code: 'declined' };
      expect(await gateway.findRefund(request)).toEqual(refused);
      expect(await gateway.readRefund(made.ref)).toMatchObject({ outcome: refused });
      expect(await movedBy(gateway, request.charge_ref)).toEqual([['charge', 12345, true]]);
    });

    it('that comes back is found and read as such, and can be given back again', async () => {
      const { gateway, advance } = open();
      const request = await aCharge(TEST_CARDS.refundComesBack);
      const made = (await gateway.refund(request, randomUUID())) as { k: string; ref: string };
      expect(made.k).toBe('succeeded');
      await advance(DECIDED);
      const outcome = { k: 'bounced', ref: made.ref, code: 'lost_or_stolen_card' };
      expect(await gateway.findRefund(request)).toEqual(outcome);
      expect(await gateway.readRefund(made.ref)).toEqual({ ...request, outcome });
      expect(await takenFor(gateway, request.charge_ref)).toBe(12345);
      const again = await gateway.refund(refundOf(request.charge_ref, 12345), randomUUID());
      expect(again.k).toBe('succeeded');
    });
  });
}
