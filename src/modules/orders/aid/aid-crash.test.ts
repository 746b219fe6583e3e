import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { OFFICE } from '#kit/endpoint/right.ts';
import { HOUR_MS } from '#kit/durations.ts';
import { changeAidCode, checkOutWithAid } from '#tests/support/app/aid-to-confirm.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { Crashed, crashAt } from '#tests/support/fakes/crash-at.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { confirmAid, declineAid } from './decide-aid.service.ts';

let shop: SeasonApp;
let staff: StaffMember;

beforeAll(async () => {
  shop = await openSeasonApp();
  staff = await aStaffMember(shop.app, shop.context.db);
});
afterAll(() => shop.close());

const viewer = (): Viewer => ({
  user_id: staff.user_id,
  roles: [],
  ...OFFICE,
  impersonator_id: null,
  session_id: 'none',
});

type Billing = SeasonApp['context']['billing'];

/**
 * Decides aid of a new order with a crash at point k, for k = 1, 2, … until no crash is left. After each
 * crash, the same press and the jobs finish the decision.
 */
async function crashEverywhere(decide: (billing: Billing, order_id: number) => Promise<unknown>) {
  for (let k = 1; ; k += 1) {
    const { order_id } = await checkOutWithAid(shop, { amount: 1000 });
    const { crashPoint, passed } = crashAt(k);
    try {
      await decide({ ...shop.context.billing, crashPoint }, order_id);
    } catch (error) {
      if (!(error instanceof Crashed)) throw error;
    }
    expect(await brokenInvariants(shop.context.db, 'always')).toEqual([]);
    await decide(shop.context.billing, order_id);
    for (let hours = 0; hours < 3; hours += 1) {
      shop.context.clock.advanceMs(HOUR_MS + 1);
      await drainJobs(shop.context, ['billing.resolve', 'billing.resolve-refunds']);
    }
    expect(await brokenInvariants(shop.context.db, 'healed')).toEqual([]);
    if (passed.length < k) return order_id;
  }
}

const statusOf = async (order_id: number) =>
  (await shop.context.db.execute(sql`select status from orders where id = ${order_id}`)).rows[0]!.status;

describe('a decision about aid that the process did not live to see', () => {
  it('is a declined order whose money went back once', async () => {
    const body = {
      reason: 'Not awarded.',
      consequence: 'end',
      way: 'processor',
      check_number: null,
    } as const;
    const order_id = await crashEverywhere((billing, id) =>
      declineAid(billing, { staff: viewer(), order_id: id, body }),
    );
    expect(await statusOf(order_id)).toBe('cancelled');
  });

  it('is a confirmed order that was charged once', async () => {
    await changeAidCode(shop, { needs_confirmation: true });
    const order_id = await crashEverywhere((billing, id) =>
      confirmAid(billing, { staff: viewer(), order_id: id }),
    );
    expect(await statusOf(order_id)).toBe('active');
  });
});
