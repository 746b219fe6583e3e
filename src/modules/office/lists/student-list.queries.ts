import { and, eq, sql, type Column, type SQL, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#db/tables/accounts/accounts.ts';
import { periodPrograms, periods, programGrades } from '#db/tables/catalog/catalog.ts';
import { contractAmendments } from '#db/tables/orders/contract-amendments.ts';
import { contracts, LIVE_ORDERS, orders } from '#db/tables/orders/orders.ts';
import { routes } from '#db/tables/catalog/routes.ts';
import { hasCareNotes, studentImages, students } from '#db/tables/students.ts';
import { isAnyOf } from '#platform/db/any-of.ts';
import { listed } from '#db/tables/columns.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { Db } from '#platform/db/database.ts';
import { workRows } from '#platform/db/work-rows.ts';
import type { Listed, ListedSort, SortPart } from '#platform/db/found-rows.ts';
import { isAtHome, studentsWith, type ListWord } from '#modules/office/search/search-parents.queries.ts';
import type { StudentListSort } from './student-list.contract.ts';
import type { PlaceIds } from '#modules/orders/reading/place-ids.ts';
import { isIn, isSet } from '#platform/db/filter-conditions.ts';

export type StudentFilters = PlaceIds & {
  words: readonly ListWord[];
  /** marks of a whole typed address, which is found beside the words */
  home: readonly string[];
  zips?: readonly string[] | undefined;
  contract?: boolean | undefined;
  photo?: boolean | undefined;
  photo_missing?: boolean | undefined;
  exit_alone?: boolean | undefined;
  care?: boolean | undefined;
  split_custody?: boolean | undefined;
  changed_since?: boolean | undefined;
};

type Orders = Record<'id' | 'status' | 'period_id' | 'program_group_id' | 'route_id', Column>;

const isInForce = ({ status }: Pick<Orders, 'status'>) => sql`${status} in ${listed(LIVE_ORDERS)}`;

const isLive = isInForce(orders);

/** A contract in force at the places of the filters. */
const isLiveAt = (places: PlaceIds, of: Orders = orders): SQL =>
  and(
    isInForce(of),
    isIn(of.period_id, places.period_ids),
    isIn(of.program_group_id, places.group_ids),
    isIn(of.route_id, places.route_ids),
    places.grade_ids &&
      sql`exists (select 1 from ${contracts} where ${contracts.order_id} = ${of.id}
        and ${isAnyOf(contracts.grade_id, places.grade_ids)})`,
  )!;

const isContractOf = (places: PlaceIds): SQL => and(eq(orders.student_id, students.id), isLiveAt(places))!;

const hasContract = (places: PlaceIds) => sql`exists (select 1 from ${orders} where ${isContractOf(places)})`;

const isAnyPlace = ({ period_ids, group_ids, route_ids, grade_ids }: PlaceIds) =>
  [period_ids, group_ids, route_ids, grade_ids].some((ids) => ids !== undefined);

const hasPhoto = sql`exists (select 1 from ${studentImages}
  where ${studentImages.student_id} = ${students.id})`;

const needsPhoto = sql`exists (select 1 from ${orders}
  join ${routes} on ${routes.id} = ${orders.route_id}
  join ${periodPrograms} on ${periodPrograms.id} = ${routes.period_program_id}
  where ${orders.student_id} = ${students.id} and ${isLive} and ${periodPrograms.is_photo_required})`;

/** The contract has the details of its signing, or of the last change that took them over (OF5.8). */
const isNewerThanContract = sql`${students.changed_at} > ${orders.created_at}
  and not exists (select from ${contractAmendments} where ${contractAmendments.order_id} = ${orders.id}
    and ${contractAmendments.applied_at} >= ${students.changed_at}
    and ${contractAmendments.change} -> 'request' ->> 'student' = 'on_file')`;

const isChangedSince = sql`(${students.changed_at} is not null and exists (select 1 from ${orders}
  where ${orders.student_id} = ${students.id} and ${isLive} and ${isNewerThanContract}))`;

/** Contracts of the present school years without the details that the family has given since. */
export const changedStudentWork = (today: PlainDate): SQL =>
  workRows(
    { subject: orders.id, since: students.changed_at, order_id: orders.id },
    sql`${students} join ${orders} on ${orders.student_id} = ${students.id}
        and ${orders.status} = 'active'
      join ${periods} on ${periods.id} = ${orders.period_id} and ${periods.ends_on} >= ${today}
      where ${students.changed_at} is not null and ${students.deleted_at} is null
        and ${isNewerThanContract}`,
  );

function isSearched({ words, home }: StudentFilters): SQL | undefined {
  if (words.length === 0) return home.length > 0 ? isAtHome(home) : undefined;
  const hasWords = sql.join(
    words.map((word) => sql`${students.id} = any(array(${studentsWith(word)}))`),
    sql` and `,
  );
  return home.length > 0 ? sql`(${isAtHome(home)} or (${hasWords}))` : hasWords;
}

export function listedStudents(filters: StudentFilters): Listed {
  const isOfContract =
    filters.contract !== undefined || isAnyPlace(filters)
      ? isSet(hasContract(filters), filters.contract ?? true)
      : undefined;
  return {
    table: students,
    id: students.id,
    where: [
      sql`${students.deleted_at} is null`,
      isSearched(filters),
      isOfContract,
      filters.zips && isAtHome(filters.zips),
      isSet(hasPhoto, filters.photo),
      isSet(sql`(not ${hasPhoto} and ${needsPhoto})`, filters.photo_missing),
      isSet(sql`${students.can_exit_bus_alone}`, filters.exit_alone),
      isSet(hasCareNotes(students), filters.care),
      isSet(sql`${students.is_split_custody}`, filters.split_custody),
      isSet(isChangedSince, filters.changed_since),
    ],
  };
}

/** What a sort by a name of the newest contract needs: the names of a table, and how contracts lead there. */
type Named = { id: SQLWrapper; name: SQL; table: SQLWrapper; of: SQLWrapper; joins: SQL };

const ROUTE: Named = {
  id: routes.id,
  name: sql`lower(${routes.name})`,
  table: routes,
  of: orders.route_id,
  joins: sql``,
};
/** Grades are of a program, and stand in its order. */
const GRADE: Named = {
  id: programGrades.id,
  name: sql`lpad(${programGrades.position}::text, 6, '0') || ${programGrades.text}`,
  table: programGrades,
  of: contracts.grade_id,
  joins: sql`join ${contracts} on ${contracts.order_id} = ${orders.id}`,
};

const newer = alias(orders, 'newer');

/**
 * The same order, name by name: each name leads to its contracts and these to their students, where a sort of
 * all students would read all contracts first.
 */
const partsByName =
  (places: PlaceIds, { id, name, table, of, joins }: Named) =>
  async (db: Db): Promise<readonly SortPart[]> => {
    // A name without contracts would have all students read in vain.
    const { rows } = await db.execute<{ name: string; ids: string[] }>(sql`
      select ${name} as name, array_agg(${id}) as ids from ${table}
      where exists (select 1 from ${orders} ${joins} where ${of} = ${id}) group by 1 order by 1`);
    const isNewest = (isNamed: SQL) => sql`exists (select 1 from ${orders} ${joins}
      where ${orders.student_id} = ${students.id} and ${isLiveAt(places)} and ${isNamed}
      and not exists (select 1 from ${orders} as newer where ${newer.student_id} = ${orders.student_id}
        and ${newer.id} > ${orders.id} and ${isLiveAt(places, newer)}))`;
    const by = [students.id];
    return [
      ...rows.map((one) => ({
        by,
        alike: [0, one.name],
        where: isNewest(isAnyOf(of, one.ids.map(Number))),
      })),
      { by, alike: [1, ''], where: sql`not ${isNewest(sql`${of} is not null`)}` },
    ];
  };

/** A sort by a name of the newest contract of each student; those without one come last. */
const byNewestContract = (places: PlaceIds, named: Named): ListedSort => ({
  by: [sql`case when held.name is null then 1 else 0 end`, sql`coalesce(held.name, '')`, students.id],
  // The few names are made once (`offset 0`) and not for each student.
  joins: sql`left join (
      select distinct on (${orders.student_id}) ${orders.student_id}, names.name
      from ${orders} ${named.joins}
        left join (select ${named.id} as id, ${named.name} as name from ${named.table} offset 0) as names
          on names.id = ${named.of}
      where ${isLiveAt(places)} order by ${orders.student_id}, ${orders.id} desc
    ) as held on held.student_id = ${students.id}`,
  parts: partsByName(places, named),
});

export function studentSort(sort: StudentListSort, places: PlaceIds): ListedSort {
  const sorts: Record<StudentListSort, ListedSort> = {
    name: {
      by: [
        sql`plain_letters(${students.last_name})`,
        sql`plain_letters(${students.first_name})`,
        students.id,
      ],
    },
    newest: { by: [students.id], descends: true },
    line: byNewestContract(places, ROUTE),
    grade: byNewestContract(places, GRADE),
  };
  return sorts[sort];
}

/** The students of a page, in no order, with the newest contract of the filters. */
export async function listStudentDetails(db: Db, ids: readonly number[], places: PlaceIds) {
  const held = db
    .select({
      order_id: orders.id,
      route_id: orders.route_id,
      grade_id: contracts.grade_id,
      contract_number: contracts.contract_number,
      special_request: contracts.special_request,
    })
    .from(orders)
    .innerJoin(contracts, eq(contracts.order_id, orders.id))
    .where(isContractOf(places))
    .orderBy(sql`${orders.id} desc`)
    .limit(1)
    .as('held');
  return db
    .select({
      id: students.id,
      first_name: students.first_name,
      last_name: students.last_name,
      parent: { id: users.id, first_name: users.first_name, last_name: users.last_name },
      order_id: held.order_id,
      route_id: held.route_id,
      grade_id: held.grade_id,
      contract_number: held.contract_number,
      special_request: held.special_request,
      texts: {
        guardian_1_phone_mobile: students.guardian_1_phone_mobile,
        address: students.address,
        apt: students.apt,
        city: students.city,
        zip: students.zip,
        date_of_birth: students.date_of_birth,
      },
      sex: students.sex,
      guardian_1_first_name: students.guardian_1_first_name,
      guardian_1_last_name: students.guardian_1_last_name,
      guardian_2_first_name: students.guardian_2_first_name,
      guardian_2_last_name: students.guardian_2_last_name,
      has_photo: sql<boolean>`${hasPhoto}`,
      can_exit_bus_alone: students.can_exit_bus_alone,
      is_split_custody: students.is_split_custody,
      is_changed_since: sql<boolean>`${isChangedSince}`,
      has_care_notes: sql<boolean>`${hasCareNotes(students)}`,
    })
    .from(students)
    .innerJoin(users, eq(users.id, students.user_id))
    .leftJoinLateral(held, sql`true`)
    .where(isAnyOf(students.id, ids));
}
export type StudentDetail = Awaited<ReturnType<typeof listStudentDetails>>[number];
