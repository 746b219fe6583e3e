import { and, desc, eq, gt, inArray, lte, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#db/tables/accounts/accounts.ts';
import { periodPrograms, programGroups, programs } from '#db/tables/catalog/catalog.ts';
import { orders } from '#db/tables/orders/orders.ts';
import { routes } from '#db/tables/catalog/routes.ts';
import { saleOffers } from '#db/tables/orders/sale-offers.ts';
import { students } from '#db/tables/students.ts';
import type { Place } from '#kit/list/list-endpoint.ts';
import { pick } from '#kit/pick.ts';
import { countRows } from '#platform/db/count-rows.ts';
import type { Db } from '#platform/db/database.ts';
import { pageOfRows, type Sorting } from '#platform/db/page-of-rows.ts';
import type { OfferShow } from './offers.contract.ts';

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

const SORTINGS: Record<'ends' | 'newest', Sorting> = {
  ends: { by: [saleOffers.ends_at, saleOffers.id] },
  newest: { by: [saleOffers.id], descends: true },
};

/** By the clock: the job may not have written an end yet (OF3.10). */
const shownBy = (now: Date): Record<OfferShow, SQL | undefined> => ({
  open: and(eq(saleOffers.state, 'open'), gt(saleOffers.ends_at, now)),
  unanswered: or(
    inArray(saleOffers.state, ['ended', 'declined']),
    and(eq(saleOffers.state, 'open'), lte(saleOffers.ends_at, now)),
  ),
  accepted: eq(saleOffers.state, 'accepted'),
  all: undefined,
});

const named = (people: typeof users | typeof students, search: string) =>
  sql`plain_letters(${people.first_name} || ' ' || ${people.last_name})
    like '%' || plain_letters(${search}) || '%'`;

type OfferPage = Place<'ends' | 'newest'> & {
  show: OfferShow;
  search: string;
  school_id?: number | undefined;
};

function isListed(now: Date, { show, search, school_id }: Omit<OfferPage, keyof Place>) {
  return and(
    shownBy(now)[show],
    search ? or(named(users, search), named(students, search)) : undefined,
    school_id === undefined ? undefined : eq(programGroups.id, school_id),
  );
}

export function pageOfOffers(
  db: Db,
  now: Date,
  { show, search, school_id, ...place }: OfferPage,
): Promise<OfferWithPeople[]> {
  const { isBehind, orderBy, limit } = pageOfRows(SORTINGS[place.sort], place);
  return withPeople(db)
    .where(and(isListed(now, { show, search, school_id }), isBehind))
    .orderBy(...orderBy)
    .limit(limit);
}

export const countOffers = (db: Db, now: Date, page: Omit<OfferPage, keyof Place>): Promise<number> =>
  countRows(db, withPeople(db).where(isListed(now, page)).getSQL());
