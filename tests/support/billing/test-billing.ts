import { createVault } from '#platform/vault/vault.ts';
import { cents, type Cents } from '#kit/money.ts';
import { addMonthsClamped } from '#kit/plain-date.ts';
import type { Surcharge } from '#modules/pricing/surcharges.ts';
import { type BillingContext } from '#modules/billing/billing-context.service.ts';
import { createBillingContext } from '#modules/billing/billing-context.service.ts';
import { openAttempt, openPayments } from '#modules/billing/charges/charges.service.ts';
import { ensureMethod } from '#modules/billing/methods/save-method.service.ts';
import type { ChargeableMethod } from '#modules/billing/methods/methods.service.ts';
import type { TypedInstrument } from '#modules/billing/methods/typed-instrument.ts';
import { silentLog } from '#platform/log/log.ts';
import type { PaymentGateway } from '#platform/payments/gateway.ts';
import { openSandboxGateway, type SandboxGateway } from '#platform/payments/sandbox/sandbox-gateway.ts';
import { testClock, type TestClock } from '#tests/support/fakes/test-clock.ts';
import { lossyGateway, type Fate } from '#tests/support/fakes/lossy-gateway.ts';
import { aFamily, aPendingOrder, plainListener, type PendingOrder } from './pending-order.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';

export type TestBilling = {
  billing: BillingContext;
  database: TestDatabase;
  clock: TestClock;
  gateway: SandboxGateway;
  close(): Promise<void>;
};

/** Billing on a database of its own, with the sandbox behind it and no waiting between replays. */
export async function createTestBilling(): Promise<TestBilling> {
  const database = await createTestDatabase();
  const [clock, log] = [testClock(), silentLog()];
  const gateway = openSandboxGateway({
    databaseUrl: database.url,
    clock,
    log,
    config: { isProduction: false, allowSandbox: false },
  });
  const billing = createBillingContext({
    db: database.db,
    vault: createVault([Buffer.alloc(32, 'test')]),
    clock,
    log,
    gateway,
    publicUrl: 'https://ride.example',
    orderListener: plainListener,
    wait: async () => undefined,
  });
  const close = async () => {
    await gateway.close();
    await database.drop();
  };
  return { billing, database, clock, gateway, close };
}

export type Opened = PendingOrder & { attempt_id: number; payment_id: number; method: ChargeableMethod };

/** What a charge is called, and that its payer is at the screen. */
export const WORDS = {
  descriptor: 'Round trip 2026-2027',
  statement: 'Harborline School Bus',
  presence: 'here',
  public_url: 'https://ride.example',
} as const;

const CARD_FEE: Surcharge = { name: 'Card fee', amount_cents: cents(8400) };

/** A family that has come as far as paying: method saved, two payment rows, an attempt written down. */
export async function openedCharge(
  billing: BillingContext,
  instrument: TypedInstrument,
  amount: Cents = cents(280000),
  cardFee: Surcharge[] = [CARD_FEE],
): Promise<Opened> {
  const family = await aFamily(billing.db);
  const { user_id, program_group_id } = family;
  const method = await ensureMethod(billing, { user_id, program_group_id, instrument, key: 'checkout' });
  return billing.db.transaction(async (tx) => {
    const order = await aPendingOrder(tx, family);
    const { order_id } = order;
    const today = billing.clock.today();
    const rows = [
      { payment_number: 1, amount_cents: amount, pay_on: today },
      { payment_number: 2, amount_cents: cents(215000), pay_on: addMonthsClamped(today, 6) },
    ];
    const [payment] = await openPayments(tx, { order_id, rows });
    const surcharges = method.kind === 'card' ? cardFee : [];
    const attempt = await openAttempt(tx, {
      payment: payment!,
      method,
      surcharges,
      ...WORDS,
      now: billing.clock.now(),
    });
    return { ...order, attempt_id: attempt.id, payment_id: payment!.id, method };
  });
}

/** What becomes of the nth call through a lossy gateway. */
export type CallFate = (call: string, nth: number) => Fate;

/** The same billing behind a lossy gateway; `asked` lists the calls it received. */
export function withFaultyGateway(
  t: TestBilling,
  fate: CallFate,
  changes: Partial<PaymentGateway> = {},
): { billing: BillingContext; asked: string[] } {
  const asked: string[] = [];
  const line = lossyGateway({ ...t.gateway, ...changes }, (call) => {
    asked.push(call);
    return fate(call, asked.length);
  });
  return { billing: { ...t.billing, gateway: line }, asked };
}
