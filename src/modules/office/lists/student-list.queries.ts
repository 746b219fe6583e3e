import { and, eq, sql, type SQL } from 'drizzle-orm';
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
import type { Listed, ListedSort } from '#platform/db/found-rows.ts';
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

const isLive = sql`${orders.status} in ${listed(LIVE_ORDERS)}`;

/** A contract in force at the places of the filters. */
const isLiveAt = (places: PlaceIds): SQL =>
  and(
    isLive,
    isIn(orders.period_id, places.period_ids),
    isIn(orders.program_group_id, places.group_ids),
    isIn(orders.route_id, places.route_ids),
    places.grade_ids &&
      sql`exists (select 1 from ${contracts} where ${contracts.order_id} = ${orders.id}
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

/** The few names of a table, made once (`offset 0`) and not for each student. */
const ROUTE_NAMES = sql`(select ${routes.id} as id, lower(${routes.name}) as name from ${routes} offset 0)`;
/** Grades are of a program, and stand in its order. */
const GRADE_NAMES = sql`(select ${programGrades.id} as id,
  lpad(${programGrades.position}::text, 6, '0') || ${programGrades.text} as name
  from ${programGrades} offset 0)`;

/** A sort by a name of the newest contract of each student; those without one come last. */
const byNewestContract = (places: PlaceIds, nameOf: SQL): ListedSort => ({
  by: [sql`case when held.name is null then 1 else 0 end`, sql`coalesce(held.name, '')`, students.id],
  joins: sql`left join (select newest.student_id, names.name from (
      select distinct on (${orders.student_id}) ${orders.student_id}, ${orders.id}, ${orders.route_id}
      from ${orders} where ${isLiveAt(places)} order by ${orders.student_id}, ${orders.id} desc) as newest
    ${nameOf}) as held on held.student_id = ${students.id}`,
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
    line: byNewestContract(places, sql`left join ${ROUTE_NAMES} as names on names.id = newest.route_id`),
    grade: byNewestContract(
      places,
      sql`join ${contracts} on ${contracts.order_id} = newest.id
        left join ${GRADE_NAMES} as names on names.id = ${contracts.grade_id}`,
    ),
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
