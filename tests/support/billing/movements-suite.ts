import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import type { TypedInstrument } from '#modules/billing/methods/typed-instrument.ts';
import type { Movement, PaymentGateway, Payout } from '#platform/payments/gateway.ts';
import { aRequest, type Enter } from './gateway-suite.ts';
import { TEST_ACCOUNTS, TEST_CARDS, typedAccount, typedCard } from './test-instruments.ts';

/** What no gateway can do: let days pass at the processor. */
export type Hands = { enter?: Enter; advance: (days: number) => Promise<unknown> };

export async function allOf<T>(list: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of list) all.push(one);
  return all;
}

const BEGINNING = new Date(0);

/** What a list of movements comes to, and what it would be without the fees. */
const netOf = (movements: readonly Movement[]): number =>
  movements.reduce((sum, { amount_cents, fee_cents }) => sum + amount_cents - fee_cents, 0);

/** What every adapter of the port keeps about its books. */
export function describeMovements(name: string, open: () => PaymentGateway, { enter, advance }: Hands): void {
  const charge = async (instrument: TypedInstrument): Promise<string> => {
    const made = await open().charge(await aRequest(open(), instrument, enter), randomUUID());
    return (made as { ref: string }).ref;
  };
  const movedBy = async (ref: string) =>
    (await allOf(open().movements()))
      .filter(({ charge_ref }) => charge_ref === ref)
      .map(({ kind, amount_cents, is_arrived }) => [kind, amount_cents, is_arrived])
      .toSorted();
  const payouts = (): Promise<Payout[]> => allOf(open().payouts(BEGINNING));

  describe(`the books through the port: ${name}`, () => {
    it('have a debit from its first day, and say that it has arrived when it has settled', async () => {
      const ref = await charge(typedAccount(TEST_ACCOUNTS.settles));
      expect(await movedBy(ref)).toEqual([['charge', 12345, false]]);
      await advance(7);
      expect(await open().readCharge(ref)).toMatchObject({ outcome: { k: 'succeeded' } });
      expect(await movedBy(ref)).toEqual([['charge', 12345, true]]);
    });

    it('never say that a debit arrived which its bank returned before: its lines are nothing', async () => {
      const ref = await charge(typedAccount(TEST_ACCOUNTS.returnedR01));
      await advance(7);
      expect(await open().readCharge(ref)).toMatchObject({ outcome: { k: 'returned' } });
      expect(await movedBy(ref)).toEqual([
        ['charge', 12345, false],
        ['return', -12345, false],
      ]);
    });

    it('have a refund that was made, and one that came back', async () => {
      const ref = await charge(typedCard(TEST_CARDS.refundComesBack));
      const refund = { refund_id: 700_001, charge_ref: ref, amount_cents: cents(345) };
      const made = (await open().refund(refund, randomUUID())) as { ref: string };
      await advance(7);
      expect(await open().readRefund(made.ref)).toMatchObject({ outcome: { k: 'bounced' } });
      expect(await movedBy(ref)).toEqual([
        ['charge', 12345, true],
        ['refund', -345, true],
        ['refund_failed', 345, true],
      ]);
    });

    it('come to the balance, with what the processor has kept of each line', async () => {
      const ref = await charge(typedCard(TEST_CARDS.good));
      await charge(typedAccount(TEST_ACCOUNTS.settles));
      const all = await allOf(open().movements());
      expect(all.find(({ charge_ref }) => charge_ref === ref)).toMatchObject({ fee_cents: 388 });
      expect(netOf(all)).toBe(await open().balance());
    });

    it('tell of each payout, and of which lines it is the sum once it has arrived', async () => {
      await charge(typedCard(TEST_CARDS.good));
      await advance(14);
      const all = await allOf(open().movements());
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
      expect(await open().readPayout(ref)).toEqual(arrived[0]);
      expect(await open().readPayout('po_nobody_knows')).toBe('absent');
    });
  });
}
