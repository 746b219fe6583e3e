import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Dispute } from '#platform/payments/dispute.ts';
import type { DisputeReading } from '#platform/payments/gateway.ts';
import type { Ending, Port } from './port.ts';
import { allOf, aRequest, eventsOf, refundOf } from './port-requests.ts';
import { TEST_CARDS, typedCard } from './test-instruments.ts';

const CARDS: Record<Ending, string> = {
  won: TEST_CARDS.disputedThenWon,
  lost: TEST_CARDS.disputedThenLost,
  question: TEST_CARDS.disputedAsAQuestion,
};
const BEGINNING = new Date(0);

/** What every adapter of the port keeps about disputes of cards. */
export function describeDisputes(name: string, open: () => Port): void {
  const gateway = () => open().gateway;
  const decide = (charge_ref: string, ending: Ending) => open().decideDispute(charge_ref, ending);
  const disputed = async (ending: Ending) => {
    const request = await aRequest(gateway(), typedCard(CARDS[ending]), open().enter);
    const made = (await gateway().charge(request, randomUUID())) as { ref: string };
    await open().openDispute(made.ref, ending);
    return { attempt_id: request.attempt_id, charge_ref: made.ref };
  };
  const readingsOf = async (charge_ref: string): Promise<DisputeReading[]> => {
    const told = (await eventsOf(gateway(), BEGINNING)).filter(({ object }) => object.kind === 'dispute');
    const refs = [...new Set(told.map(({ object }) => object.ref))];
    const read = await Promise.all(refs.map((ref) => gateway().readDispute(ref)));
    return read.flatMap((one) => (one !== 'absent' && one.dispute.charge_ref === charge_ref ? [one] : []));
  };
  const disputeOf = async (charge_ref: string): Promise<Dispute> =>
    (await readingsOf(charge_ref))[0]!.dispute;
  const movedFor = async (ref: string) =>
    (await allOf(gateway().movements()))
      .filter(({ dispute_ref }) => dispute_ref === ref)
      .map(({ kind, amount_cents }) => [kind, amount_cents])
      .toSorted();

  describe(`disputes through the port: ${name}`, () => {
    it('are told of, and read with their charge, their sum and their deadline', async () => {
      const { attempt_id, charge_ref } = await disputed('lost');
      const readings = await readingsOf(charge_ref);
      expect(readings).toMatchObject([
        { attempt_id, charge: { k: 'succeeded', ref: charge_ref }, is_return: false },
      ]);
      const [{ dispute }] = readings as [DisputeReading];
      expect(dispute).toMatchObject({
        amount_cents: 12345,
        withdrawn_cents: 12345,
        reinstated_cents: 0,
        state: 'open',
        reason: 'fraudulent',
        due_by: expect.any(Date),
      });
      expect(await movedFor(dispute.ref)).toEqual([['dispute', -12345]]);
    });

    it('that are won bring the money back', async () => {
      const { charge_ref } = await disputed('won');
      await decide(charge_ref, 'won');
      const dispute = await disputeOf(charge_ref);
      expect(dispute).toMatchObject({ state: 'won', withdrawn_cents: 12345, reinstated_cents: 12345 });
      expect(await movedFor(dispute.ref)).toEqual([
        ['dispute', -12345],
        ['dispute_back', 12345],
      ]);
    });

    it('that are lost leave the charge what it was, and the money away', async () => {
      const { charge_ref } = await disputed('lost');
      await decide(charge_ref, 'lost');
      const dispute = await disputeOf(charge_ref);
      expect(dispute).toMatchObject({ state: 'lost', withdrawn_cents: 12345, reinstated_cents: 0 });
      expect(await movedFor(dispute.ref)).toEqual([['dispute', -12345]]);
      expect(await gateway().readCharge(charge_ref)).toMatchObject({ outcome: { k: 'succeeded' } });
    });

    it('keep their charge from being refunded', async () => {
      const { charge_ref } = await disputed('lost');
      const refund = refundOf(charge_ref, 100);
      expect(await gateway().refund(refund, randomUUID())).toMatchObject({ k: 'refused', code: 'disputed' });
    });

    it('that are only a question move no money, and come to nothing', async () => {
      const { charge_ref } = await disputed('question');
      const asked = await disputeOf(charge_ref);
      expect(asked).toMatchObject({ state: 'warning', withdrawn_cents: 0 });
      await decide(charge_ref, 'question');
      expect(await disputeOf(charge_ref)).toMatchObject({ state: 'won', withdrawn_cents: 0 });
      expect(await movedFor(asked.ref)).toEqual([]);
      expect(await gateway().readDispute('du_nobody_knows')).toBe('absent');
    });
  });
}
