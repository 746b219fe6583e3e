import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import type { EntryRequest } from '#platform/payments/gateway.ts';
import { allOf, aRequest, eventsOf } from '#tests/support/billing/port-requests.ts';
import {
  enterAtStripe,
  type OpenStripe,
  saveTyped,
  startWithGateway,
} from '#tests/support/billing/stripe-hands.ts';
import { TEST_ACCOUNTS, TEST_CARDS, typedCard } from '#tests/support/billing/test-instruments.ts';
import type { Right } from './rights.ts';

const operations = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');

/** What step 2 of going live lists. */
function listedRights(): Right[] {
  const [, text] = /\*\*A restricted key\*\* as `STRIPE_SECRET_KEY`: ([^.]*); nothing else/.exec(operations)!;
  return text!.split(';').flatMap((part) => {
    const [, kind, names] = /^\s*(write|read) for ([^]*)$/.exec(part.replaceAll(/\s+/g, ' '))!;
    const plain = names!.replace(/ \(.*?\)/, '').replace('Charges and Refunds', 'Charges & Refunds');
    return plain
      .split(', ')
      .map((name) => `${kind} ${name.replace('Charges & Refunds', 'Charges and Refunds')}` as Right);
  });
}

let open: OpenStripe;
beforeEach(async () => void (open = await startWithGateway()));
afterEach(() => open.simulated.close());

const SINCE = new Date('2026-01-01T00:00:00Z');

/** Whatever a portal asks in a day and a night. @returns whether every answer was one */
async function aDay(): Promise<boolean> {
  const { gateway, simulated } = open;
  const { simulator } = simulated;
  try {
    const request = await aRequest(gateway, typedCard(TEST_CARDS.good), enterAtStripe(simulated));
    const account = saveTyped(simulator, request.customer, { account: TEST_ACCOUNTS.settles });
    const disputed = saveTyped(simulator, request.customer, { number: TEST_CARDS.disputedThenLost });
    const charged = await gateway.charge(request, randomUUID());
    if (charged.k !== 'succeeded') return false;
    const bank = { ...request, kind: 'bank' as const, attempt_id: request.attempt_id + 1 };
    await gateway.charge({ ...bank, method_ref: account }, randomUUID());
    await gateway.charge({ ...request, attempt_id: bank.attempt_id + 1, method_ref: disputed }, randomUUID());
    const refund = { refund_id: 1, charge_ref: charged.ref, amount_cents: cents(345) };
    const refunded = await gateway.refund(refund, randomUUID());
    const entry: EntryRequest = { entry_id: 1, user_id: 1, kind: 'card', customer: request.customer };
    const begun = await gateway.beginEntry(entry, randomUUID());
    if (begun.k !== 'begun' || refunded.k !== 'succeeded') return false;
    const states = [
      await gateway.readEntry(begun.ref, entry),
      await gateway.findCharge({ ...request, since: SINCE }),
      await gateway.findRefund(refund),
    ];
    if (states.some((state) => typeof state === 'object' && state.k === 'unknown')) return false;
    await gateway.readCharge(charged.ref);
    await gateway.readMethod(request.method_ref);
    await gateway.readMandate(simulator.world.store.list('mandate')[0]!.id);
    await gateway.readDispute(simulator.world.store.list('dispute')[0]!.id);
    await simulator.advance(7);
    await allOf(gateway.movements());
    const payouts = await allOf(gateway.payouts(SINCE));
    await gateway.balance();
    await eventsOf(gateway, SINCE);
    await gateway.identify();
    await gateway.readReadiness();
    return payouts.length > 0 && payouts.every(({ movement_ids }) => movement_ids !== null);
  } catch {
    return false;
  }
}

describe('the list of rights of a restricted key', () => {
  /** @shows MS10.2 */
  it('has what a portal needs by day and by night', async () => {
    expect(listedRights()).toContain('read Balance transaction sources');
    open.simulated.simulator.rights = new Set(listedRights());
    expect(await aDay()).toBe(true);
  });

  /** @shows MS10.2 */
  it.each(listedRights())('has nothing that a portal does not need: %s', async (right) => {
    open.simulated.simulator.rights = new Set(listedRights().filter((one) => one !== right));
    expect(await aDay()).toBe(false);
  });
});
