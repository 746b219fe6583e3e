import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { silentLog } from '#platform/log/log.ts';
import { rawInstrument } from '#modules/billing/methods/typed-instrument.ts';
import { TEST_CARDS, typedCard } from '#tests/support/billing/test-instruments.ts';
import { recordTexts } from '#tests/support/database/record-statements.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { testClock } from '#tests/support/fakes/test-clock.ts';
import { freshMethods } from './fresh-methods.ts';
import { openSandboxGateway, type SandboxGateway } from './sandbox-gateway.ts';

let database: TestDatabase;
let gateway: SandboxGateway;
beforeAll(async () => void (database = await createTestDatabase()));
afterAll(() => database.drop());
beforeEach(async () => {
  const clock = testClock('2026-04-10T14:00:00Z');
  const config = { isProduction: false, allowSandbox: false };
  gateway = openSandboxGateway({ databaseUrl: database.url, clock, log: silentLog(), config });
  return () => gateway.close();
});

let nr = 0;
async function save(number: string): Promise<string> {
  const outcome = await gateway.saveMethod(rawInstrument(typedCard(number)), 'cus', `save-${nr++}`);
  if (outcome.k !== 'saved') throw new Error(`the card was ${outcome.k}`);
  return outcome.instrument.ref;
}

const charge = (method_ref: string) => {
  const attempt = { attempt_id: ++nr, order_id: 1, payment_number: 1, customer: 'cus', method_ref };
  const sum = { amount_cents: cents(5_000), statement: 'Harborline', descriptor: 'Bus' };
  return gateway.charge({ ...attempt, ...sum, kind: 'card', presence: 'here' }, `charge-${nr}`);
};

describe('a card that was saved a moment ago', () => {
  it('is charged without being looked up, once: then it has taken a charge', async () => {
    const card = await save(TEST_CARDS.firstChargeOnly);
    const texts = await recordTexts(async () => expect(await charge(card)).toMatchObject({ k: 'succeeded' }));
    expect(texts).toHaveLength(1);
    expect(await charge(card)).toMatchObject({ k: 'declined', code: 'insufficient_funds' });
  });

  it('is refused when it was given up meanwhile', async () => {
    const card = await save(TEST_CARDS.good);
    await gateway.forgetMethod(card, 'forget');
    expect(await charge(card)).toMatchObject({ k: 'declined', code: 'method_gone' });
  });

  it("is refused to another customer's charge", async () => {
    const card = await save(TEST_CARDS.good);
    const stranger = { attempt_id: ++nr, order_id: 1, payment_number: 1, customer: 'another' };
    const asked = { ...stranger, method_ref: card, statement: 'Harborline', descriptor: 'Bus' };
    const request = { ...asked, amount_cents: cents(5_000), kind: 'card', presence: 'here' } as const;
    expect(await gateway.charge(request, `charge-${nr}`)).toMatchObject({
      k: 'declined',
      code: 'method_gone',
    });
  });
});

it('the sandbox remembers a thousand such cards, and looks older ones up', () => {
  const fresh = freshMethods();
  const card = { customer: 'cus', kind: 'card', behaviour: 'succeeds', brand: 'Visa' } as const;
  const created_at = new Date('2026-04-10T14:00:00Z');
  for (let n = 0; n <= 1_000; n++)
    fresh.add({ ...card, token: `pm_${n}`, last_4: '4242', charges_taken: 0, created_at });
  expect(fresh.take('pm_0')).toBeUndefined();
  expect(fresh.take('pm_1')).toMatchObject({ token: 'pm_1', charges_taken: 0 });
  expect(fresh.take('pm_1')).toBeUndefined();
});
