import { afterAll, beforeAll, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { DAY_MS } from '#kit/durations.ts';
import { rawInstrument } from '#modules/billing/methods/typed-instrument.ts';
import { silentLog } from '#platform/log/log.ts';
import { TEST_CARDS, typedCard } from '#tests/support/billing/test-instruments.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { testClock } from '#tests/support/fakes/test-clock.ts';
import { openSandboxGateway, type SandboxGateway } from './sandbox-gateway.ts';

let database: TestDatabase;
let gateway: SandboxGateway;
const clock = testClock('2026-04-10T14:00:00Z');
beforeAll(async () => {
  database = await createTestDatabase();
  const config = { isProduction: false, allowSandbox: false };
  gateway = openSandboxGateway({ databaseUrl: database.url, clock, log: silentLog(), config });
});
afterAll(async () => {
  await gateway.close();
  await database.drop();
});

async function disputedCharge(attempt_id: number): Promise<string> {
  const number = rawInstrument(typedCard(TEST_CARDS.disputedThenLost));
  const saved = await gateway.saveMethod(number, 'cus', `save-${attempt_id}`);
  if (saved.k !== 'saved') throw new Error(`the card was ${saved.k}`);
  const request = { attempt_id, order_id: 1, payment_number: 1, customer: 'cus', kind: 'card' } as const;
  const said = { presence: 'here', statement: 'Harborline', descriptor: 'Bus' } as const;
  const sum = { method_ref: saved.instrument.ref, amount_cents: cents(5_000) };
  const outcome = await gateway.charge({ ...request, ...said, ...sum }, `charge-${attempt_id}`);
  if (outcome.k !== 'succeeded') throw new Error(`the charge was ${outcome.k}`);
  return outcome.ref;
}

it('disputes that open on one day are told in the order in which their charges were made', async () => {
  const before = clock.now();
  const charges: string[] = [];
  for (let nr = 1; nr <= 6; nr++) charges.push(await disputedCharge(nr));
  clock.advanceMs(10 * DAY_MS);
  const disputed: string[] = [];
  for await (const { object } of gateway.eventsSince(before)) {
    if (object.kind !== 'dispute') continue;
    const reading = await gateway.readDispute(object.ref);
    if (typeof reading === 'object') disputed.push(reading.dispute.charge_ref);
  }
  expect(disputed).toEqual(charges);
});
