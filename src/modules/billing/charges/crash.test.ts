import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Crashed, crashAt } from '#tests/support/fakes/crash-at.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { createTestBilling, openedCharge, type TestBilling } from '#tests/support/billing/test-billing.ts';
import {
  TEST_ACCOUNTS,
  TEST_CARDS,
  typedAccount,
  typedCard,
} from '#tests/support/billing/test-instruments.ts';
import { takeEvents } from '#tests/support/billing/take-events.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { collect } from './charges.service.ts';
import { resolveUnknown } from './charge-conversation.service.ts';
import type { TypedInstrument } from '#modules/billing/methods/typed-instrument.ts';

let t: TestBilling;
beforeAll(async () => void (t = await createTestBilling()));
afterAll(() => t.close());

const INSTRUMENTS: [string, TypedInstrument][] = [
  ['a good card', typedCard(TEST_CARDS.good)],
  ['a bank account', typedAccount(TEST_ACCOUNTS.settles)],
  ['a card that is declined when charged', typedCard(TEST_CARDS.declinesCharges)],
  ['a card whose charge loses its answer', typedCard(TEST_CARDS.answerLostAfterCharge)],
  ['a card whose request is lost', typedCard(TEST_CARDS.answerLostWithoutCharge)],
];

async function crashEverywhere(
  flow: (billing: BillingContext, k: number) => Promise<unknown>,
): Promise<number> {
  for (let k = 1; ; k++) {
    const { crashPoint, passed } = crashAt(k);
    try {
      await flow({ ...t.billing, crashPoint }, k);
    } catch (error) {
      if (!(error instanceof Crashed)) throw error;
    }
    expect(await brokenInvariants(t.database.db, 'always')).toEqual([]);
    if (passed.length < k) return passed.length;
  }
}

async function heal(): Promise<void> {
  for (let hours = 0; hours < 5; hours++) {
    t.clock.advanceMs(3_600_001);
    await resolveUnknown(t.billing);
  }
}

async function expectAllWell(): Promise<void> {
  await heal();
  expect(await brokenInvariants(t.database.db, 'healed')).toEqual([]);
  const { rows } = await t.database.db.execute(
    sql`select attempt_id from sandbox.charges group by attempt_id having count(*) > 1`,
  );
  expect(rows).toEqual([]);
}

describe('a checkout that is cut off', () => {
  it.each(INSTRUMENTS)(
    'at any step, paid with %s, ends as one charge and an order or as neither',
    async (_, instrument) => {
      const points = await crashEverywhere(async (billing) => {
        const { attempt_id } = await openedCharge(billing, instrument);
        await collect(billing, attempt_id);
      });
      expect(points).toBeGreaterThanOrEqual(6);
      await expectAllWell();
    },
  );

  it('at any step of the resolver as well', async () => {
    const points = await crashEverywhere(async (billing) => {
      await openedCharge(t.billing, typedCard(TEST_CARDS.good));
      t.clock.advanceMs(61_000);
      await resolveUnknown(billing);
    });
    expect(points).toBeGreaterThanOrEqual(3);
    await expectAllWell();
  });

  it("at any step of the bank's news as well", async () => {
    const points = await crashEverywhere(async (billing) => {
      for (const account of [TEST_ACCOUNTS.settles, TEST_ACCOUNTS.returnedR10]) {
        const { attempt_id } = await openedCharge(t.billing, typedAccount(account));
        await collect(t.billing, attempt_id);
      }
      t.clock.advanceDays(6);
      await takeEvents(billing);
    });
    expect(points).toBeGreaterThanOrEqual(3);
    await takeEvents(t.billing);
    expect(await brokenInvariants(t.database.db, 'healed')).toEqual([]);
  });
});
