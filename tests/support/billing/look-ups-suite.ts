import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Port } from './port.ts';
import { allOf, aRequest, eventsOf, look, PAYER, SINCE } from './port-requests.ts';
import { TEST_CARDS, typedCard } from './test-instruments.ts';

/** More than a processor gives on one page. */
const MORE_THAN_A_PAGE = 120;

/** What every adapter keeps about finding a charge by the portal's own attempt. */
export function describeLookUps(name: string, open: () => Port): void {
  const asked = (card: string) => aRequest(open().gateway, typedCard(card), open().enter);

  describe(`look-ups through the port: ${name}`, () => {
    it('finds a charge by our attempt, and finds none that was never made', async () => {
      const { gateway } = open();
      const request = await asked(TEST_CARDS.good);
      expect(await look(gateway, request)).toBe('absent');
      const made = await gateway.charge(request, randomUUID());
      expect(await look(gateway, request)).toEqual(made);
    });

    it.each(['declinesCharges', 'blocked'] as const)('finds it declined as it was said: %s', async (card) => {
      const { gateway } = open();
      const request = await asked(TEST_CARDS[card]);
      const declined = await gateway.charge(request, randomUUID());
      // The processor's own words come with the refusal alone.
      const { reason: _, ...found } = { reason: null, ...declined };
      expect(declined.k).toBe('declined');
      expect(await look(gateway, request)).toEqual(found);
    });

    it('finds none of another customer', async () => {
      const { gateway } = open();
      const request = await asked(TEST_CARDS.good);
      await gateway.charge(request, randomUUID());
      const customer = await gateway.ensureCustomer({ ...PAYER, user_id: 7 }, 'customer-7');
      expect(await look(gateway, { ...request, customer })).toBe('absent');
    });

    it('finds none that somebody else has made on the account, and says that it is not ours', async () => {
      const { gateway, chargeElsewhere } = open();
      const request = await asked(TEST_CARDS.good);
      const ref = await chargeElsewhere(request);
      expect(await look(gateway, request)).toBe('absent');
      expect(await gateway.readCharge(ref)).toMatchObject({ attempt_id: null, outcome: { k: 'succeeded' } });
      const lines = (await allOf(gateway.movements())).filter(({ charge_ref }) => charge_ref === ref);
      expect(lines).toMatchObject([{ kind: 'charge', amount_cents: 12345, is_foreign: true }]);
    });

    it('finds one behind more than a page of others, and tells of all of them', async () => {
      const { gateway } = open();
      const first = await asked(TEST_CARDS.good);
      const made = (await gateway.charge(first, randomUUID())) as { ref: string };
      const refs = [made.ref];
      for (let at = 1; at <= MORE_THAN_A_PAGE; at += 1) {
        const other = { ...first, attempt_id: first.attempt_id + 800_000 + at };
        refs.push(((await gateway.charge(other, randomUUID())) as { ref: string }).ref);
      }
      expect(await look(gateway, first)).toEqual(made);
      const told = (await eventsOf(gateway, SINCE)).map(({ object }) => object.ref);
      expect(told.filter((ref) => refs.includes(ref)).toSorted()).toEqual(refs.toSorted());
      const moved = (await allOf(gateway.movements())).map(({ charge_ref }) => charge_ref!);
      expect(moved.filter((ref) => refs.includes(ref)).toSorted()).toEqual(refs.toSorted());
    });
  });
}
