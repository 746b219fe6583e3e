import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ProcessorEvent } from '#platform/payments/gateway.ts';
import type { Port } from './port.ts';
import { aRefund, aRequest, eventsOf, look, SINCE } from './port-requests.ts';
import { TEST_CARDS, typedCard } from './test-instruments.ts';

/** By when a refund that comes back has done so, in days. */
const CAME_BACK = 7;

/** What every adapter of the port keeps about its events, and about reading what they tell of. */
export function describeEvents(name: string, open: () => Port): void {
  const asked = (card: string) => aRequest(open().gateway, typedCard(card), open().enter);
  const about = async (ref: string, since = SINCE) =>
    (await eventsOf(open().gateway, since)).filter(({ object }) => object.ref === ref);

  describe(`events through the port: ${name}`, () => {
    it('tells of a charge, and reading it says what it is and which attempt it was made for', async () => {
      const { gateway } = open();
      const request = await asked(TEST_CARDS.good);
      const made = (await gateway.charge(request, randomUUID())) as { ref: string };
      expect((await about(made.ref)).map(({ object }) => object.kind)).toEqual(['charge']);
      const { attempt_id, customer, amount_cents } = request;
      const reading = { attempt_id, customer, amount_cents, outcome: made };
      expect(await gateway.readCharge(made.ref)).toEqual(reading);
    });

    it('tells of a charge that it declined, and of one whose answer was lost', async () => {
      const { gateway } = open();
      const declined = await asked(TEST_CARDS.declinesCharges);
      const { ref } = (await gateway.charge(declined, randomUUID())) as { ref: string };
      expect(await about(ref)).toHaveLength(1);
      expect((await gateway.readCharge(ref)) as object).toMatchObject({ outcome: { k: 'declined', ref } });
      const lost = await asked(TEST_CARDS.answerLostAfterCharge);
      await gateway.charge(lost, randomUUID());
      const found = (await look(gateway, lost)) as { ref: string };
      expect(await about(found.ref)).toHaveLength(1);
    });

    it('tells of a refund, and reading it says what it is and which refund it was asked for', async () => {
      const { gateway, enter } = open();
      const request = await aRefund(gateway, enter, { card: TEST_CARDS.good, amount: 345 });
      const made = (await gateway.refund(request, randomUUID())) as { ref: string };
      expect((await about(made.ref)).map(({ object }) => object.kind)).toEqual(['refund']);
      const reading = { ...request, outcome: made };
      expect(await gateway.readRefund(made.ref)).toEqual(reading);
    });

    it('tells the same again to whoever asks again, under the same id', async () => {
      const { gateway } = open();
      const { ref } = (await gateway.charge(await asked(TEST_CARDS.good), randomUUID())) as { ref: string };
      const [event] = await about(ref);
      expect(await about(ref)).toEqual([event]);
      expect(await about(ref, event!.at)).toEqual([event]);
      expect(await about(ref, new Date(event!.at.getTime() + 1000))).toEqual([]);
    });

    it('tells by their instants in which order things were', async () => {
      const { gateway, enter, advance } = open();
      const request = await aRefund(gateway, enter, { card: TEST_CARDS.refundComesBack });
      await advance(1);
      const { ref } = (await gateway.refund(request, randomUUID())) as { ref: string };
      await advance(CAME_BACK);
      const told = (await eventsOf(gateway, SINCE)).filter(({ object }) =>
        [request.charge_ref, ref].includes(object.ref),
      );
      const inOrder = told.toSorted((one, other) => one.at.getTime() - other.at.getTime());
      expect(inOrder.map(({ object }) => object.ref)).toEqual([request.charge_ref, ref, ref]);
      expect(new Set(told.map(({ at }) => at.getTime())).size).toBe(3);
    });

    it('tells everything once to whoever was ended while reading and begins again', async () => {
      const { gateway, reopen } = open();
      for (let at = 0; at < 3; at += 1) await gateway.charge(await asked(TEST_CARDS.good), randomUUID());
      const read: ProcessorEvent[] = [];
      for await (const event of gateway.eventsSince(SINCE)) {
        read.push(event);
        if (read.length === 2) break;
      }
      const again = await eventsOf(await reopen(), SINCE);
      expect(new Set(again.map(({ id }) => id)).size).toBe(again.length);
      expect(again).toEqual(expect.arrayContaining(read));
      expect(again).toEqual(await eventsOf(gateway, SINCE));
    });

    it('reads nothing where there is nothing', async () => {
      const { gateway } = open();
      expect(await gateway.readCharge('ch_nobody_knows')).toBe('absent');
      expect(await gateway.readRefund('re_nobody_knows')).toBe('absent');
    });
  });
}
