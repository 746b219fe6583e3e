import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import { saleOffers } from '#db/tables/orders/sale-offers.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { drawId, sealedRows } from '#platform/db/sealed-rows.ts';

export type OfferRow = typeof saleOffers.$inferSelect;

/** H14 */
export const OFFER_TEXTS = ['selection', 'note', 'answer'] as const;

export const offerTextRows = sealedRows(saleOffers, OFFER_TEXTS);

export const drawOfferId = (tx: Tx) => drawId(tx, 'sale_offers');

type Answered = Pick<OfferRow, 'order_id' | 'answered_at'>;

type NewOffer = Omit<OfferRow, keyof Answered | 'reminded_at' | 'answer' | 'replaced_by_id'> &
  Partial<Answered>;

export async function insertOffer(tx: Tx, row: NewOffer): Promise<void> {
  await tx.insert(saleOffers).overridingSystemValue().values(row);
}

export async function findOffer(db: Db, id: number, user_id?: number): Promise<OfferRow | undefined> {
  const isIt = and(
    eq(saleOffers.id, id),
    user_id === undefined ? undefined : eq(saleOffers.user_id, user_id),
  );
  return (await db.select().from(saleOffers).where(isIt))[0];
}

/** Whoever answers, ends or pays an offer takes this lock before the lock of the route's seats. */
export async function lockOffer(tx: Db, id: number): Promise<OfferRow | undefined> {
  return (await tx.select().from(saleOffers).where(eq(saleOffers.id, id)).for('update'))[0];
}

type Place = { student_id: number; route_id: number };

/** With an offer whose end has passed and was not written yet. */
export async function lockOpenOffer(tx: Tx, { student_id, route_id }: Place): Promise<OfferRow | undefined> {
  const isIt = and(
    eq(saleOffers.student_id, student_id),
    eq(saleOffers.route_id, route_id),
    eq(saleOffers.state, 'open'),
  );
  return (await tx.select().from(saleOffers).where(isIt).for('update'))[0];
}

type Changes = Partial<
  Pick<OfferRow, 'state' | 'order_id' | 'answered_at' | 'answer' | 'replaced_by_id' | 'reminded_at'>
>;

export async function updateOffer(tx: Tx, id: number, changes: Changes): Promise<void> {
  await tx.update(saleOffers).set(changes).where(eq(saleOffers.id, id));
}

/** @returns the offer that was accepted by the order, locked */
export async function lockOfferOfOrder(tx: Tx, order_id: number): Promise<OfferRow | undefined> {
  return (await tx.select().from(saleOffers).where(eq(saleOffers.order_id, order_id)).for('update'))[0];
}

const isOpen = eq(saleOffers.state, 'open');

/** The oldest end first. */
export const listEndedOffers = (db: Db, now: Date, limit: number): Promise<Pick<OfferRow, 'id'>[]> =>
  db
    .select({ id: saleOffers.id })
    .from(saleOffers)
    .where(and(isOpen, lte(saleOffers.ends_at, now)))
    .orderBy(asc(saleOffers.ends_at))
    .limit(limit);

/** Open offers that end soon, without a reminder so far. */
export const listUnreminded = (
  db: Db,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<Pick<OfferRow, 'id'>[]> =>
  db
    .select({ id: saleOffers.id })
    .from(saleOffers)
    .where(
      and(
        isOpen,
        isNull(saleOffers.reminded_at),
        gt(saleOffers.ends_at, now),
        lte(saleOffers.ends_at, until),
        // An offer of a few hours was mailed a moment ago.
        sql`${saleOffers.ends_at} - ${saleOffers.made_at} > interval '10 hours'`,
      ),
    )
    .orderBy(asc(saleOffers.ends_at))
    .limit(limit);
