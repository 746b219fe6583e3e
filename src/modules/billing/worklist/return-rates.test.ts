import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyOutcome } from '#modules/billing/charges/outcomes.service.ts';
import { collect } from '#modules/billing/charges/charges.service.ts';
import { getAttempt } from '#modules/billing/payments/attempts.queries.ts';
import type { ReturnCode } from '#platform/payments/gateway.ts';
import { takeEvents } from '#tests/support/billing/take-events.ts';
import { createTestBilling, openedCharge, type TestBilling } from '#tests/support/billing/test-billing.ts';
import {
  TEST_ACCOUNTS,
  TEST_CARDS,
  typedAccount,
  typedCard,
} from '#tests/support/billing/test-instruments.ts';
import { listMatters } from './list-matters.service.ts';
import { readReturnRates } from './return-rates.service.ts';

let t: TestBilling;
beforeAll(async () => void (t = await createTestBilling()));
afterAll(() => t.close());

const rates = async () =>
  Object.fromEntries(
    (await readReturnRates(t.database.db, t.clock.now())).map(({ class: of, returned, debits, level }) => [
      of,
      [returned, debits, level],
    ]),
  );
const matters = async () =>
  (await listMatters(t.database.db, t.clock)).filter(({ kind }) => kind === 'debits_come_back');

async function aDebit(): Promise<number> {
  const { attempt_id } = await openedCharge(t.billing, typedAccount(TEST_ACCOUNTS.settles));
  await collect(t.billing, attempt_id);
  return attempt_id;
}

const comesBack = async (attempt_id: number, code: ReturnCode) => {
  const ref = (await getAttempt(t.database.db, attempt_id)).gateway_ref!;
  await t.database.db.transaction((tx) =>
    applyOutcome(tx, t.billing, { attempt_id, gatewayResult: { k: 'returned', ref, code, next: 'never' } }),
  );
};

describe('the rates of returned debits', () => {
  /** @shows S24.5 */
  it('count debits that were sent in 60 days, not cards and not what was refused at once', async () => {
    const old = await aDebit();
    await takeEvents(t.billing);
    t.clock.advanceDays(61);
    await takeEvents(t.billing);
    const ids = [await aDebit(), await aDebit(), await aDebit()];
    const { attempt_id } = await openedCharge(t.billing, typedCard(TEST_CARDS.disputedThenLost));
    await collect(t.billing, attempt_id);
    const refused = await aDebit();
    await t.database.db.execute(sql`update charge_attempts set state = 'declined' where id = ${refused}`);
    expect(await rates()).toMatchObject({ all: [0, 3, 'well'], unauthorized: [0, 3, 'well'] });
    // Its 60 days are over, and it comes back all the same.
    await comesBack(old, 'R10');
    await comesBack(ids[0]!, 'R03');
    expect(await rates()).toEqual({
      unauthorized: [1, 3, 'well'],
      administrative: [1, 3, 'well'],
      all: [2, 3, 'over'],
    });
  });

  /** @shows S24.6 */
  it('are a matter of the office from half of a ceiling on, and leave the list by themselves', async () => {
    expect(await matters()).toMatchObject([{ subject: 'debits:all', amount_cents: 2 * 280000, days: 0 }]);
    t.clock.advanceDays(61);
    await takeEvents(t.billing);
    expect(await matters()).toEqual([]);
    expect(await rates()).toMatchObject({ all: [0, 0, 'well'] });
  });
});
