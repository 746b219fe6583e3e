import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAMILY } from '#kit/endpoint/right.ts';
import { cents } from '#kit/money.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { aPendingOrder } from '#tests/support/billing/pending-order.ts';
import {
  createTestBilling,
  openedCharge,
  WORDS,
  type TestBilling,
} from '#tests/support/billing/test-billing.ts';
import { TEST_CARDS, typedCard } from '#tests/support/billing/test-instruments.ts';
import type { AttemptState } from '#modules/billing/payments/attempt.states.ts';
import { nextState, type GatewayResult } from '#modules/billing/payments/attempt-transitions.ts';
import { openAttempt, openPayments } from './charges.service.ts';
import { recordFreeOrder } from '#modules/billing/ledger/ledger.service.ts';
import { moneyOfOrders } from '#modules/billing/ledger/money-of-orders.service.ts';
import { applyOutcome } from './outcomes.service.ts';

let t: TestBilling;
beforeAll(async () => void (t = await createTestBilling()));
afterAll(() => t.close());

async function aSentAttempt() {
  const opened = await openedCharge(t.billing, typedCard(TEST_CARDS.good));
  await t.database.db.execute(
    sql`update charge_attempts set state = 'sent', first_sent_at = created_at, last_sent_at = created_at
      where id = ${opened.attempt_id}`,
  );
  return opened;
}
const apply = (attempt_id: number, gatewayResult: GatewayResult) =>
  t.database.db.transaction((tx) => applyOutcome(tx, t.billing, { attempt_id, gatewayResult }));
const stateOf = async (attempt_id: number) =>
  (
    await t.database.db.execute<{ state: AttemptState }>(
      sql`select state from charge_attempts where id = ${attempt_id}`,
    )
  ).rows[0]!.state;

/** Models `applyOutcome` for a list of answers. A look-up of a returned debit counts as two answers. */
function expected(gatewayResults: GatewayResult[]): AttemptState {
  let state: AttemptState = 'sent';
  const hear = (gatewayResult: GatewayResult) => {
    const { to, transition } = nextState(state, gatewayResult);
    if (transition === 'make') state = to;
  };
  for (const gatewayResult of gatewayResults) {
    if (gatewayResult.k === 'returned' && ['sent', 'unknown'].includes(state))
      hear({ k: 'pending', ref: gatewayResult.ref });
    hear(gatewayResult);
  }
  return state;
}

const kinds = fc.constantFrom('succeeded', 'pending', 'returned', 'declined', 'unknown', 'not_found');
function resultFor(kind: string, ref: string): GatewayResult {
  if (kind === 'returned') return { k: 'returned', ref, code: 'R01', next: 'later' };
  if (kind === 'declined') return { k: 'declined', code: 'declined', next: 'new_method' };
  if (kind === 'unknown') return { k: 'unknown', cause: 'time-out' };
  if (kind === 'not_found') return { k: 'not_found' };
  return { k: kind as 'succeeded' | 'pending', ref };
}

describe('the one door for outcomes', () => {
  it('keeps the books whole, whatever answers arrive in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(kinds, { maxLength: 6 }), async (arriving) => {
        const { attempt_id } = await aSentAttempt();
        const gatewayResults = arriving.map((kind) => resultFor(kind, `ch-${attempt_id}`));
        for (const gatewayResult of gatewayResults) await apply(attempt_id, gatewayResult);
        expect(await stateOf(attempt_id)).toBe(expected(gatewayResults));
      }),
      { numRuns: 40 },
    );
    // The answers are made up, and no processor has moved the money.
    const broken = await brokenInvariants(t.database.db, 'always');
    expect(broken.filter(({ name }) => !/^I1 .* has arrived there$/.test(name))).toEqual([]);
  });

  it('records a charge once, although eight answers come at the same time', async () => {
    const { attempt_id, order_id } = await aSentAttempt();
    await Promise.all(
      Array.from({ length: 8 }, () => apply(attempt_id, { k: 'succeeded', ref: `race-${attempt_id}` })),
    );
    const money = (await moneyOfOrders(t.database.db, [order_id], FAMILY)).get(order_id)!;
    expect(money.transactions).toHaveLength(2);
    expect(money.invoices).toHaveLength(1);
  });

  it('changes no declined charge, and flags it for manual review when it took money after all', async () => {
    const { attempt_id, order_id } = await aSentAttempt();
    await apply(attempt_id, { k: 'declined', code: 'declined', next: 'new_method' });
    await apply(attempt_id, { k: 'succeeded', ref: `late-${attempt_id}` });
    const { rows } = await t.database.db.execute(sql`select status, (select count(*)::int from audit_log
      where action = 'billing.outcome_contradicts' and subject = ${`charge_attempt:${attempt_id}`}) as calls
      from orders where id = ${order_id}`);
    expect(rows).toEqual([{ status: 'payment_failed', calls: 1 }]);
  });

  it('cancels the later payments of an order whose first charge is refused', async () => {
    const { attempt_id, order_id } = await aSentAttempt();
    await apply(attempt_id, { k: 'not_found' });
    const { rows } = await t.database.db.execute(
      sql`select status from payments where order_id = ${order_id} order by payment_number`,
    );
    expect(rows).toEqual([{ status: 'failed' }, { status: 'cancelled' }]);
  });
});

describe('a payment', () => {
  it('has one live attempt at most: a second is refused by the database itself', async () => {
    const { method, payment_id, order_id } = await openedCharge(t.billing, typedCard(TEST_CARDS.good));
    const none = { congestion_fee_id: null, financial_aid_id: null };
    const sum = { payment_number: 1, amount_cents: cents(280000) };
    const payment = { id: payment_id, order_id, ...sum, ...none };
    const again = t.database.db.transaction((tx) =>
      openAttempt(tx, { payment, method, surcharges: [], ...WORDS, now: t.clock.now() }),
    );
    await expect(again).rejects.toMatchObject({ cause: { constraint: 'one_live_attempt' } });
  });

  /** @shows S16.5 */
  it('of less than 50 cents has no attempt at all', async () => {
    const card = typedCard(TEST_CARDS.debit);
    const opened = openedCharge(t.billing, card, cents(49), []);
    await expect(opened).rejects.toMatchObject({ kind: { code: 'charge_too_small' } });
    expect(await openedCharge(t.billing, card, cents(50), [])).toMatchObject({
      attempt_id: expect.any(Number),
    });
  });
});

describe('an order that costs nothing today', () => {
  it('has a successful transaction of 0.00, type None, and a bill', async () => {
    const { order_id } = await aPendingOrder(t.database.db);
    await t.database.db.transaction(async (tx) => {
      await openPayments(tx, {
        order_id,
        rows: [{ payment_number: 2, amount_cents: cents(435000), pay_on: t.clock.today() }],
      });
      await recordFreeOrder(tx, { order_id, description: 'Round trip', now: t.clock.now() });
    });
    const money = (await moneyOfOrders(t.database.db, [order_id], FAMILY)).get(order_id)!;
    expect(money.transactions).toMatchObject([{ value: 0, is_success: true, user_payment_method: null }]);
    expect(money.transactions[0]!.user_accounting_invoice_id).toBe(money.invoices[0]!.id);
    expect(money.sums).toMatchObject({ totalCents: 435000, dueCents: 435000 });
  });
});
