import { randomUUID } from 'node:crypto';
import { DAY_MS } from '#kit/durations.ts';
import { rawInstrument } from '#modules/billing/methods/typed-instrument.ts';
import { silentLog } from '#platform/log/log.ts';
import type { EntryRequest, PaymentGateway } from '#platform/payments/gateway.ts';
import { chargeElsewhere } from '#platform/payments/sandbox/charge-elsewhere.ts';
import { openSandboxGateway, type SandboxGateway } from '#platform/payments/sandbox/sandbox-gateway.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { testClock, type TestClock } from '#tests/support/fakes/test-clock.ts';
import type { Port } from './port.ts';
import { enterByNumber, eventsOf, PAYER } from './port-requests.ts';

export type OpenSandbox = {
  gateway: SandboxGateway;
  clock: TestClock;
  database: TestDatabase;
  port: Port;
  close(): Promise<void>;
};

/**
 * The sandbox on a database of its own, with what families, banks and others do at it.
 * @param known  the gateway as the suites know it, where it is another one
 */
export async function startSandbox(
  start: Date,
  known: (gateway: PaymentGateway) => PaymentGateway = (gateway) => gateway,
): Promise<OpenSandbox> {
  const database = await createTestDatabase();
  const clock = testClock(start);
  const opened: SandboxGateway[] = [];
  const open = () => {
    const config = { isProduction: false, allowSandbox: false };
    const one = openSandboxGateway({ databaseUrl: database.url, clock, log: silentLog(), config });
    opened.push(one);
    return one;
  };
  const sandbox = open();
  const gateway = known(sandbox);
  const advance = async (days: number) => {
    // The bank does on each day what is due on it, whoever asks; after a month nothing is left.
    for (let left = days; left > 0;) {
      const step = days - left < 30 ? 1 : left;
      left -= step;
      clock.advanceMs(step * DAY_MS);
      await eventsOf(gateway, clock.now());
    }
  };
  const port: Port = {
    gateway,
    enter: enterByNumber,
    type: async (instrument) => {
      const customer = await gateway.ensureCustomer(PAYER, 'customer-1');
      const saved = await gateway.saveMethod(rawInstrument(instrument), customer, randomUUID());
      const ref = saved.k === 'verifying' ? saved.ref : undefined;
      const request: EntryRequest = { entry_id: 1, user_id: PAYER.user_id, kind: 'bank', customer };
      return {
        customer,
        read: async () => (ref ? gateway.readEntry(ref, request) : saved),
        // Its family says by itself what was sent.
        verify: () => advance(5),
      };
    },
    confirm: (secret, isConfirmed) => gateway.confirm!(secret, isConfirmed),
    advance,
    // Disputed three business days after the charge, and decided weeks later.
    openDispute: () => advance(6),
    decideDispute: () => advance(25),
    chargeElsewhere: ({ amount_cents }) =>
      chargeElsewhere({ db: database.db, clock }, { amount_cents, key: randomUUID() }),
    reopen: async () => known(open()),
  };
  const close = async () => {
    for (const one of opened) await one.close();
    await database.drop();
  };
  return { gateway: sandbox, clock, database, port, close };
}
