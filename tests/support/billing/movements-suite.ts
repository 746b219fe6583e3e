import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { TypedInstrument } from '#modules/billing/methods/typed-instrument.ts';
import type { Movement, Payout } from '#platform/payments/movement.ts';
import type { Port } from './port.ts';
import { allOf, aRequest, movedBy as movedAt, refundOf } from './port-requests.ts';
import { TEST_ACCOUNTS, TEST_CARDS, typedAccount, typedCard } from './test-instruments.ts';

const BEGINNING = new Date(0);

/** What a list of movements comes to, and what it would be without the fees. */
const netOf = (movements: readonly Movement[]): number =>
  movements.reduce((sum, { amount_cents, fee_cents }) => sum + amount_cents - fee_cents, 0);

/** What every adapter of the port keeps about its books. */
export function describeMovements(name: string, open: () => Port): void {
  const charge = async (instrument: TypedInstrument): Promise<string> => {
    const { gateway, enter } = open();
    const made = await gateway.charge(await aRequest(gateway, instrument, enter), randomUUID());
    return (made as { ref: string }).ref;
  };
  const movedBy = (ref: string) => movedAt(open().gateway, ref);
  const payouts = (): Promise<Payout[]> => allOf(open().gateway.payouts(BEGINNING));

  describe(`the books through the port: ${name}`, () => {
    it('have a debit from its first day, and say that it has arrived when it has settled', async () => {
      const ref = await charge(typedAccount(TEST_ACCOUNTS.settles));
      expect(await movedBy(ref)).toEqual([['charge', 12345, false]]);
      await open().advance(7);
      expect(await open().gateway.readCharge(ref)).toMatchObject({ outcome: { k: 'succeeded' } });
      expect(await movedBy(ref)).toEqual([['charge', 12345, true]]);
    });

    it('never say that a debit arrived which its bank returned before: its lines are nothing', async () => {
      const ref = await charge(typedAccount(TEST_ACCOUNTS.returnedR01));
      await open().advance(7);
      expect(await open().gateway.readCharge(ref)).toMatchObject({ outcome: { k: 'returned' } });
      expect(await movedBy(ref)).toEqual([
        ['charge', 12345, false],
        ['return', -12345, false],
      ]);
    });

    it('have a refund that was made, and one that came back', async () => {
      const ref = await charge(typedCard(TEST_CARDS.refundComesBack));
      const made = (await open().gateway.refund(refundOf(ref, 345), randomUUID())) as { ref: string };
      await open().advance(7);
      expect(await open().gateway.readRefund(made.ref)).toMatchObject({ outcome: { k: 'bounced' } });
      expect(await movedBy(ref)).toEqual([
        ['charge', 12345, true],
        ['refund', -345, true],
        ['refund_failed', 345, true],
      ]);
    });

    it('come to the balance, with what the processor has kept of each line', async () => {
      const ref = await charge(typedCard(TEST_CARDS.good));
      await charge(typedAccount(TEST_ACCOUNTS.settles));
      const all = await allOf(open().gateway.movements());
      expect(all.find(({ charge_ref }) => charge_ref === ref)).toMatchObject({ fee_cents: 388 });
      expect(netOf(all)).toBe(await open().gateway.balance());
    });

    it('tell of each payout, and of which lines it is the sum once it has arrived', async () => {
      await charge(typedCard(TEST_CARDS.good));
      await open().advance(14);
      const all = await allOf(open().gateway.movements());
      const arrived = (await payouts()).filter(({ state }) => state === 'arrived');
      expect(arrived.length).toBeGreaterThan(0);
      for (const { ref, amount_cents, movement_ids, trace } of arrived) {
        const lines = all.filter(({ id }) => movement_ids!.includes(id));
        const own = lines.filter(({ kind }) => kind === 'payout');
        expect(own).toMatchObject([{ amount_cents: -amount_cents, payout_ref: ref }]);
        expect(netOf(lines)).toBe(0);
        expect(trace).toMatch(/\w{6}/);
      }
      const [{ ref }] = arrived as [Payout];
      expect(await open().gateway.readPayout(ref)).toEqual(arrived[0]);
      expect(await open().gateway.readPayout('po_nobody_knows')).toBe('absent');
    });
  });
}
