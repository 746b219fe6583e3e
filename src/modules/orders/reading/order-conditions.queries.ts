import { and, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { users } from '#db/tables/accounts/accounts.ts';
import { periodPrograms, programs } from '#db/tables/catalog/catalog.ts';
import { routes } from '#db/tables/catalog/routes.ts';
import { contracts, orders } from '#db/tables/orders/orders.ts';
import { students } from '#db/tables/students.ts';
import { isIn } from '#platform/db/filter-conditions.ts';
import { hasWord } from '#platform/db/has-word.ts';
import type { SearchWord } from '#platform/vault/phone-marks.ts';
import type { PlaceIds } from './place-ids.ts';

export type OrderFilters = Pick<PlaceIds, 'period_ids' | 'group_ids'> & {
  words: readonly SearchWord[];
};

const OF_PEOPLE = [users.first_name, users.last_name, users.email, students.first_name, students.last_name];

/** `#217` is the number of an order. */
function isWord(word: SearchWord): SQL {
  const number = /^#(\d{1,9})$/.exec(word.text)?.[1];
  return number
    ? sql`${orders.id} = ${Number(number)}`
    : hasWord([...OF_PEOPLE, contracts.contract_number], word, users.phone_marks);
}

/** Conditions of a list on the orders of its rows: place, and words of family, child and numbers (OF1.3). */
export function conditionsOnOrder(
  order_id: SQLWrapper,
  { words, ...places }: OrderFilters,
): (SQL | undefined)[] {
  const isAt = and(
    isIn(orders.period_id, places.period_ids),
    isIn(orders.program_group_id, places.group_ids),
  );
  const hasWords = sql`exists (select 1 from ${orders} join ${users} on ${users.id} = ${orders.user_id}
    join ${students} on ${students.id} = ${orders.student_id}
    left join ${contracts} on ${contracts.order_id} = ${orders.id}
    where ${orders.id} = ${order_id} and ${and(...words.map(isWord))})`;
  return [
    isAt && sql`exists (select 1 from ${orders} where ${orders.id} = ${order_id} and ${isAt})`,
    words.length > 0 ? hasWords : undefined,
  ];
}

type People = { user_id: SQLWrapper; student_id: SQLWrapper };

/** Each word is one of the family or the child of a row without an order. */
export const arePeople = ({ user_id, student_id }: People, words: readonly SearchWord[]): SQL[] =>
  words.map(
    (word) => sql`exists (select 1 from ${users}, ${students} where ${users.id} = ${user_id}
      and ${students.id} = ${student_id} and ${hasWord(OF_PEOPLE, word, users.phone_marks)})`,
  );

/** The route is one of the schools. */
export const isRouteOf = (route_id: SQLWrapper, group_ids: readonly number[] | undefined): SQL | undefined =>
  group_ids &&
  sql`${route_id} = any(array(select ${routes.id} from ${routes}
    join ${periodPrograms} on ${periodPrograms.id} = ${routes.period_program_id}
    join ${programs} on ${programs.id} = ${periodPrograms.program_id}
    where ${isIn(programs.program_group_id, group_ids)}))`;
