import { and, asc, desc, eq, inArray, lte, notExists, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#db/tables/accounts/accounts.ts';
import { periodPrograms, periods, programGroups, programs } from '#db/tables/catalog/catalog.ts';
import { LIVE_ORDERS, orders } from '#db/tables/orders/orders.ts';
import { routes } from '#db/tables/catalog/routes.ts';
import { saleOffers } from '#db/tables/orders/sale-offers.ts';
import { outbox } from '#db/tables/platform.ts';
import { students } from '#db/tables/students.ts';
import { pick } from '#kit/pick.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { arePeople, isRouteOf, type OrderFilters } from '#modules/orders/reading/order-conditions.queries.ts';
import type { OfferState } from '#modules/orders/sale-offer.states.ts';
import { isAnyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import { isAmong, isIn } from '#platform/db/filter-conditions.ts';
import type { Listed, ListedSort } from '#platform/db/found-rows.ts';
import type { OfferListSort } from './offers.contract.ts';
import { workRows } from '#platform/db/work-rows.ts';

const makers = alias(users, 'makers');

const withPeople = (db: Db) =>
  db
    .select({
      offer: saleOffers,
      family: pick(users, ['id', 'first_name', 'last_name', 'email']),
      student: pick(students, ['id', 'first_name', 'last_name']),
      made_by: pick(makers, ['first_name', 'last_name']),
      order_status: orders.status,
      route: { name: routes.name, school: programGroups.text },
    })
    .from(saleOffers)
    .innerJoin(users, eq(users.id, saleOffers.user_id))
    .innerJoin(students, eq(students.id, saleOffers.student_id))
    .innerJoin(makers, eq(makers.id, saleOffers.made_by_id))
    .innerJoin(routes, eq(routes.id, saleOffers.route_id))
    .innerJoin(periodPrograms, eq(periodPrograms.id, routes.period_program_id))
    .innerJoin(programs, eq(programs.id, periodPrograms.program_id))
    .innerJoin(programGroups, eq(programGroups.id, programs.program_group_id))
    .leftJoin(orders, eq(orders.id, saleOffers.order_id));

export type OfferWithPeople = Awaited<ReturnType<typeof withPeople>>[number];

type Sought = { id?: number | undefined; user_id?: number | undefined };

export const listOfferRows = (db: Db, { id, user_id }: Sought): Promise<OfferWithPeople[]> =>
  withPeople(db)
    .where(
      and(
        id === undefined ? undefined : eq(saleOffers.id, id),
        user_id === undefined ? undefined : eq(saleOffers.user_id, user_id),
      ),
    )
    .orderBy(desc(saleOffers.id));

export const OFFER_SORTS: Record<OfferListSort, ListedSort> = {
  ends: { by: [saleOffers.ends_at, saleOffers.id] },
  newest: { by: [saleOffers.id], descends: true },
};

/** By the clock: the job may not have written an end yet (OF3.10). */
const stateAt = (now: Date) => sql<OfferState>`case when ${saleOffers.state} = 'open'
  and ${saleOffers.ends_at} <= ${now.toISOString()}::timestamptz then 'ended' else ${saleOffers.state} end`;

export type OfferFilters = OrderFilters & {
  states?: readonly OfferState[] | undefined;
  by?: readonly number[] | undefined;
};

export const listedOffers = (now: Date, { words, states, by, group_ids }: OfferFilters): Listed => ({
  table: saleOffers,
  id: saleOffers.id,
  where: [
    ...arePeople(saleOffers, words),
    isAmong(stateAt(now), states),
    isIn(saleOffers.made_by_id, by),
    isRouteOf(saleOffers.route_id, group_ids),
  ],
});

/** The offers of a page, in no order. */
export const listOfferDetails = async (db: Db, ids: readonly number[]) =>
  (await withPeople(db).where(isAnyOf(saleOffers.id, ids))).map((row) => ({ ...row, id: row.offer.id }));

/** Everybody who has made an offer, by name. */
export async function listMakers(db: Db) {
  return db
    .selectDistinct({ id: makers.id, first_name: makers.first_name, last_name: makers.last_name })
    .from(saleOffers)
    .innerJoin(makers, eq(makers.id, saleOffers.made_by_id))
    .orderBy(makers.last_name, makers.first_name, makers.id);
}

const periodsOfRoutes = sql`join ${routes} on ${routes.id} = ${saleOffers.route_id}
  join ${periodPrograms} on ${periodPrograms.id} = ${routes.period_program_id}
  join ${periods} on ${periods.id} = ${periodPrograms.period_id}`;

/**
 * The last offers to children for routes, without an answer or declined, while the child has no seat and the
 * school year has not ended.
 */
export const lostOfferWork = (now: Date, today: PlainDate): SQL => {
  const later = alias(saleOffers, 'later');
  return workRows(
    {
      subject: saleOffers.id,
      since: sql`coalesce(${saleOffers.answered_at}, ${saleOffers.ends_at})`,
      user_id: saleOffers.user_id,
      student_id: saleOffers.student_id,
      route_id: saleOffers.route_id,
    },
    sql`${saleOffers} ${periodsOfRoutes}
      where ${stateAt(now)} in ('ended', 'declined') and ${periods.ends_on} >= ${today}
        and not exists (select from ${saleOffers} later where ${later.student_id} = ${saleOffers.student_id}
          and ${later.route_id} = ${saleOffers.route_id} and ${later.id} > ${saleOffers.id})
        and not exists (select from ${orders} where ${orders.student_id} = ${saleOffers.student_id}
          and ${orders.route_id} = ${saleOffers.route_id} and ${inArray(orders.status, [...LIVE_ORDERS])})`,
  );
};

export const CHECK_LATE = 'orders.check_late';

const isLateSince = (before: Date) =>
  and(eq(orders.status, 'awaiting_check'), lte(orders.created_at, before));

/** Whose check or cash has not come, and who were not reminded yet. */
export async function listToRemind(db: Db, before: Date, limit: number) {
  const reminded = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.kind, CHECK_LATE), eq(outbox.ref, sql`'order-' || ${orders.id}`)));
  return db
    .select({ order_id: orders.id, offer_id: saleOffers.id, user_id: orders.user_id })
    .from(orders)
    .innerJoin(saleOffers, eq(saleOffers.order_id, orders.id))
    .where(and(isLateSince(before), notExists(reminded)))
    .orderBy(asc(orders.id))
    .limit(limit);
}

/** Orders whose check or cash has not come (OF3.7). */
export const lateCheckWork = (before: Date): SQL =>
  workRows(
    {
      subject: orders.id,
      since: orders.created_at,
      order_id: orders.id,
      ref: saleOffers.id,
    },
    sql`${orders} join ${saleOffers} on ${saleOffers.order_id} = ${orders.id}
      where ${isLateSince(before)}`,
  );
