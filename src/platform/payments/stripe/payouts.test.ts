import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { allOf, aRequest } from '#tests/support/billing/port-requests.ts';
import { enterAtStripe, type OpenStripe, startWithGateway } from '#tests/support/billing/stripe-hands.ts';
import { TEST_CARDS, typedCard } from '#tests/support/billing/test-instruments.ts';

let open: OpenStripe;
beforeEach(async () => void (open = await startWithGateway()));
afterEach(() => open.simulated.close());

const SINCE = new Date('2026-01-01T00:00:00Z');
async function charged(): Promise<string> {
  const request = await aRequest(open.gateway, typedCard(TEST_CARDS.good), enterAtStripe(open.simulated));
  return ((await open.gateway.charge(request, randomUUID())) as { ref: string }).ref;
}

type Listed = { data: Record<string, unknown>[] };

describe('the reading of a night', () => {
  /** @shows MS10.4 */
  it('goes on behind a payout of a state that nobody knows', async () => {
    for (let at = 0; at < 2; at += 1) {
      await charged();
      await open.simulated.simulator.advance(14);
    }
    const known = await allOf(open.gateway.payouts(SINCE));
    expect(known.map(({ state }) => state)).toEqual(['arrived', 'arrived']);
    open.simulated.simulator.faults.plan({
      kind: 'altered',
      calls: 'GET /v1/payouts',
      alter: (body) => {
        const [first, ...others] = (body as Listed).data;
        return { data: [{ ...first, status: 'dreaming' }, ...others] };
      },
    });
    const read = await allOf(open.gateway.payouts(SINCE));
    expect(read).toEqual([{ ...known[0], state: 'unknown' }, known[1]]);
  });

  /** @shows MS10.4 */
  it('goes on behind a payout whose lines are refused, and reads the lines a night later', async () => {
    for (let at = 0; at < 2; at += 1) {
      await charged();
      await open.simulated.simulator.advance(14);
    }
    const known = await allOf(open.gateway.payouts(SINCE));
    open.simulated.simulator.faults.plan({
      kind: 'altered',
      calls: 'GET /v1/balance_transactions',
      status: 400,
      alter: () => ({ error: { type: 'invalid_request_error', message: 'This payout has no list.' } }),
    });
    const read = await allOf(open.gateway.payouts(SINCE));
    expect(read).toEqual([{ ...known[0], movement_ids: null }, known[1]]);
    expect(await allOf(open.gateway.payouts(SINCE))).toEqual(known);
  });

  /** @shows MS10.4 */
  it('goes on behind a refund of a state that nobody knows, which has not arrived', async () => {
    const refund = { refund_id: 1, charge_ref: await charged(), amount_cents: cents(345) };
    await open.gateway.refund(refund, randomUUID());
    await open.simulated.simulator.advance(14);
    const arrived = async () =>
      Object.fromEntries(
        (await allOf(open.gateway.movements())).map(({ kind, is_arrived }) => [kind, is_arrived]),
      );
    const before = await arrived();
    expect(before).toMatchObject({ charge: true, refund: true, payout: true });
    const [made] = open.simulated.simulator.world.store.list('refund');
    made!.status = 'dreaming';
    expect(await arrived()).toEqual({ ...before, refund: false });
  });
});
