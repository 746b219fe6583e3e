import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import type { EntryRequest } from '#platform/payments/gateway.ts';
import { allOf, aRequest, eventsOf } from '#tests/support/billing/port-requests.ts';
import {
  enterAtStripe,
  type OpenStripe,
  saveTyped,
  startWithGateway,
} from '#tests/support/billing/stripe-hands.ts';
import { TEST_CARDS, typedCard } from '#tests/support/billing/test-instruments.ts';

let open: OpenStripe;
beforeEach(async () => {
  open = await startWithGateway();
  open.simulated.simulator.world.store.prefixOf = (prefix) => `next-${prefix}`;
});
afterEach(() => open.simulated.close());

const SINCE = new Date('2026-01-01T00:00:00Z');

/** @shows MS7.1 */
it('ids of any form are believed, because the object and the question name an answer', async () => {
  const { gateway, simulated } = open;
  const { simulator } = simulated;
  const request = await aRequest(gateway, typedCard(TEST_CARDS.good), enterAtStripe(simulated));
  const charged = (await gateway.charge(request, randomUUID())) as { k: string; ref: string };
  expect(charged).toEqual({ k: 'succeeded', ref: expect.stringMatching(/^next-pi_/) });
  expect(await gateway.findCharge({ ...request, since: SINCE })).toEqual(charged);
  const refund = { refund_id: 1, charge_ref: charged.ref, amount_cents: cents(345) };
  expect(await gateway.refund(refund, randomUUID())).toMatchObject({ k: 'succeeded' });
  expect(await gateway.findRefund(refund)).toMatchObject({ ref: expect.stringMatching(/^next-re_/) });
  expect(await gateway.readMethod(request.method_ref)).toMatchObject({ ref: request.method_ref });

  const asks = saveTyped(simulator, request.customer, { number: TEST_CARDS.asksToConfirm });
  const next = { ...request, attempt_id: request.attempt_id + 1, method_ref: asks };
  expect(await gateway.charge(next, randomUUID())).toMatchObject({ k: 'action' });

  const entry: EntryRequest = { entry_id: 1, user_id: 1, kind: 'card', customer: request.customer };
  const begun = (await gateway.beginEntry(entry, 'entry-1')) as { ref: string };
  expect(await gateway.readEntry(begun.ref, entry)).toEqual({ k: 'open' });

  const disputed = saveTyped(simulator, request.customer, { number: TEST_CARDS.disputedThenLost });
  await gateway.charge(
    { ...request, attempt_id: request.attempt_id + 2, method_ref: disputed },
    randomUUID(),
  );
  const [dispute] = simulator.world.store.list('dispute');
  expect(await gateway.readDispute(dispute!.id)).toMatchObject({ dispute: { ref: dispute!.id } });

  await simulator.advance(7);
  expect((await allOf(gateway.movements())).every(({ id }) => id.startsWith('next-txn_'))).toBe(true);
  expect((await allOf(gateway.payouts(SINCE))).length).toBeGreaterThan(0);
  expect((await eventsOf(gateway, SINCE)).length).toBeGreaterThan(0);
});

/** @shows MS7.2 */
it('an object that was asked for by its id is believed under this id alone', async () => {
  const { gateway, simulated } = open;
  const request = await aRequest(gateway, typedCard(TEST_CARDS.good), enterAtStripe(simulated));
  const { ref } = (await gateway.charge(request, randomUUID())) as { ref: string };
  const alter = ({ id }: Record<string, unknown>) => ({ id: `${String(id)}x` });
  simulated.simulator.faults.plan({ kind: 'altered', calls: 'GET /v1/payment_intents/', alter });
  await expect(gateway.readCharge(ref)).rejects.toThrow('payment_intent: id is not what was asked for');
});
