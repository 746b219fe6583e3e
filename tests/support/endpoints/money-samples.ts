import { isNull, sql } from 'drizzle-orm';
import { chargeAttempts } from '#db/tables/billing/billing.ts';
import { collectionStops } from '#db/tables/billing/collection-stops.ts';
import { processorEvents } from '#db/tables/billing/processor-events.ts';
import { DAY_MS } from '#kit/durations.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { PlayerFamily, Players } from './players.ts';
import type { CallSample } from './sample.ts';

let count = 0;

/** A charge that somebody made by hand at the processor. */
async function aForeignCharge({ shop }: Players) {
  const { db, clock } = shop.context;
  const subject = `charge:ch_by_hand_${(count += 1)}`;
  await writeAudit(db, clock.now(), undefined, { action: 'billing.foreign_object', subject });
  return { kind: 'foreign_charge', subject };
}

/** A charge that could not be read for two days. */
async function anUnreadCharge({ shop }: Players) {
  const { db, clock } = shop.context;
  const object_ref = `ch_unread_${(count += 1)}`;
  const at = new Date(clock.now().getTime() - 2 * DAY_MS);
  const known = { happened_at: at, received_at: at, next_try_at: clock.now(), source: 'poll' as const };
  const event = { id: `evt_${object_ref}`, object_kind: 'charge' as const, object_ref, ...known };
  await db.insert(processorEvents).values({ ...event, tries: 9, last_error: 'silence' });
  return { kind: 'event_fails', subject: `charge:${object_ref}` };
}

/** The collection has stopped, at any charge of the portal. */
async function aStoppedCollection({ shop }: Players) {
  const { db, clock } = shop.context;
  const [attempt] = await db.select({ id: chargeAttempts.id }).from(chargeAttempts).limit(1);
  const [stop] = await db.transaction(async (tx) => {
    // Several callers ask for one at the same time, and only one can stand.
    await tx.execute(sql`lock table ${collectionStops} in exclusive mode`);
    await tx
      .update(collectionStops)
      .set({ released_at: clock.now() })
      .where(isNull(collectionStops.released_at));
    return tx
      .insert(collectionStops)
      .values({ stopped_at: clock.now(), charge_attempt_id: attempt!.id })
      .returning({ id: collectionStops.id });
  });
  return { kind: 'collection_stopped', subject: `collection_stop:${stop!.id}` };
}

/** A dispute of a family's first payment. */
async function aDispute(family: PlayerFamily, { shop }: Players): Promise<number> {
  const { db } = shop.context;
  const { id: order_id } = await family.order();
  const { rows } = await db.execute<{ id: number }>(sql`insert into disputes
    (gateway_ref, order_id, payment_id, charge_attempt_id, payment_method_id, amount_cents, withdrawn_cents,
      reinstated_cents, fee_cents, state, reason, opened_at)
    select ${`du_sample_${(count += 1)}`}, p.order_id, p.id, a.id, a.payment_method_id, 100, 0, 0, 0,
      'warning', 'fraudulent', now() from charge_attempts a join payments p on p.id = a.payment_id
      where p.order_id = ${order_id} order by a.id limit 1 returning id::int`);
  return rows[0]!.id;
}

/** The calls about the worklist of money. */
export const moneySamples: Record<string, CallSample> = {
  listMatters: { send: () => ({}), impersonator: 403 },
  listDisputes: {
    send: async (family) => ({ params: { id: (await family.order()).id } }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  takeDisputePapers: {
    send: async (family, cast) => ({ params: { id: await aDispute(family, cast) } }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  listReturnRates: { send: () => ({}), impersonator: 403 },
  settleMatter: {
    send: async (_family, cast) => ({ body: { ...(await aForeignCharge(cast)), done: 'A test of ours.' } }),
    impersonator: 403,
  },
  releaseCollection: {
    send: async (_family, cast) => ({ body: await aStoppedCollection(cast) }),
    impersonator: 403,
  },
  readMatterAgain: {
    send: async (_family, cast) => ({ body: await anUnreadCharge(cast) }),
    impersonator: 403,
  },
};
