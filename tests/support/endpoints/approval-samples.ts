import { eq } from 'drizzle-orm';
import { secondPersonRequests } from '#db/tables/billing/second-person.ts';
import { aColleague } from '#tests/support/database/a-colleague.ts';
import type { Players, PlayerFamily } from './players.ts';
import type { CallSample } from './sample.ts';

/** What a colleague wants: to waive the second payment of an order of the family. */
async function aWaiver(family: PlayerFamily, { shop }: Players): Promise<{ id: number }> {
  const { db, clock } = shop.context;
  const { id: order_id, payments } = await family.order();
  const { user_id: asked_by_id } = await aColleague(db);
  const payment_id = payments[1].id;
  // One request at a time waits about a payment.
  await db.delete(secondPersonRequests).where(eq(secondPersonRequests.order_id, order_id));
  const [row] = await db
    .insert(secondPersonRequests)
    .values({
      order_id,
      subject: `payment:${payment_id}`,
      kind: 'waiver',
      command: { payment_id, edit: { version: 1, is_waived: true, adjustment_reason: 'a gift' } },
      amount_cents: payments[1].amount * 100,
      reason: 'a gift',
      asked_by_id,
      asked_at: clock.now(),
    } as typeof secondPersonRequests.$inferInsert)
    .returning({ id: secondPersonRequests.id });
  return row!;
}

/** The calls about what a second person of the staff approves. */
export const approvalSamples: Record<string, CallSample> = {
  listSecondPersonRequests: { send: () => ({}), impersonator: 403 },
  approveSecondPerson: {
    send: async (family, cast) => ({ params: await aWaiver(family, cast) }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  declineSecondPerson: {
    send: async (family, cast) => ({
      params: await aWaiver(family, cast),
      body: { reason: 'Ask the school first.' },
    }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
};
