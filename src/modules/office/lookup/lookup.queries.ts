import { and, asc, desc, eq, sql, type Column, type SQL } from 'drizzle-orm';
import { users } from '#db/tables/accounts/accounts.ts';
import { aidAwards } from '#db/tables/aid.ts';
import { payments } from '#db/tables/billing/billing.ts';
import { paymentMethods } from '#db/tables/billing/payment-methods.ts';
import { newsItems } from '#db/tables/catalog/content.ts';
import { financialAidCodes } from '#db/tables/catalog/routes.ts';
import { contracts, orders } from '#db/tables/orders/orders.ts';
import { printedContracts } from '#db/tables/orders/printed-contracts.ts';
import { students } from '#db/tables/students.ts';
import { isAnyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { ListedSort } from '#platform/db/found-rows.ts';
import { beginsText } from '#platform/db/like-text.ts';
import type { SearchWord } from '#platform/vault/phone-marks.ts';
import { isParent } from '#modules/office/people/people.queries.ts';
import {
  beginsWith,
  isAccountNamed,
  isAtHome,
  isNumbered,
  isStudentNamed,
  usersWithWords,
  wordsInside,
} from '#modules/office/search/search-parents.queries.ts';
import { HITS_OF_GROUP } from './lookup.contract.ts';

/** A text of many rows is counted to here, and needs no other hit than those whose name begins so. */
const MOST_COUNTED = 1000;

export type Likeliest = { ids: number[]; total: number; is_total_capped: boolean };

const likeliest = (ids: readonly number[], total: number): Likeliest => ({
  ids: [...new Set(ids)].slice(0, HITS_OF_GROUP),
  total: Math.min(total, MOST_COUNTED),
  is_total_capped: total > MOST_COUNTED,
});

async function idsOf(db: Db, query: SQL): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(query);
  return rows.map(({ id }) => id);
}

const foundIds = (db: Db, found: SQL): Promise<number[]> =>
  idsOf(db, sql`select id from (${found}) as found (id) limit ${MOST_COUNTED + 1}`);

type People = {
  table: typeof users | typeof students;
  isShown: SQL;
  isNamed: (words: readonly SearchWord[]) => SQL;
};

const FAMILIES: People = { table: users, isShown: isParent, isNamed: isAccountNamed };

const STUDENTS: People = {
  table: students,
  isShown: sql`${students.deleted_at} is null`,
  isNamed: isStudentNamed,
};

const FEWEST_LETTERS_OF_INDEX = 3;

/** Words of which the indexes find no part. */
export const areShort = (words: readonly SearchWord[]): boolean =>
  words.length > 0 && words.every(({ text }) => text.length < FEWEST_LETTERS_OF_INDEX);

/** The first people one of whose names begins with the first word, and who have the other words too. */
function idsBegun(db: Db, { table, isShown, isNamed }: People, words: readonly SearchWord[]) {
  const [first, ...others] = words;
  const of = (name: Column) => sql`(select ${table.id} as id, search_letters(${name}) as name
    from ${table} where ${isShown} and ${beginsWith(name, first!)}
      and ${others.length > 0 ? isNamed(others) : sql`true`}
    order by search_letters(${name}) using ~<~ limit ${HITS_OF_GROUP})`;
  return idsOf(
    db,
    sql`select id from (${of(table.last_name)} union all ${of(table.first_name)}) as begun order by name, id`,
  );
}

/**
 * The likeliest people first: those whose names begin with the words, then parts.
 * @param found  the ids of all people
 */
async function likeliestPeople(
  db: Db,
  people: People,
  { words, found }: { words: readonly SearchWord[]; found: SQL },
): Promise<Likeliest> {
  // The trigram indexes find no part of two letters.
  if (areShort(words)) {
    const ids = await idsBegun(db, people, words);
    return likeliest(ids, new Set(ids).size);
  }
  const ids = await foundIds(db, found);
  if (ids.length > MOST_COUNTED)
    return likeliest([...(await idsBegun(db, people, words)), ...ids], ids.length);
  if (ids.length === 0) return likeliest([], 0);
  const { table } = people;
  const sorted = await idsOf(
    db,
    sql`select ${table.id} as id from ${table} where ${isAnyOf(table.id, ids)}
      order by ${wordsInside(table, words)}, plain_letters(${table.last_name}),
        plain_letters(${table.first_name}), ${table.id}
      limit ${HITS_OF_GROUP}`,
  );
  return likeliest(sorted, ids.length);
}

export const findFamilyIds = (db: Db, words: readonly SearchWord[]): Promise<Likeliest> =>
  likeliestPeople(db, FAMILIES, { words, found: usersWithWords(words, sql`${users.id}`, isParent) });

/** The students by their own names, or by their home. @param home  marks of an address */
export const findStudentIds = (
  db: Db,
  words: readonly SearchWord[],
  home: readonly string[],
): Promise<Likeliest> => {
  const named = sql`select ${students.id} from ${students}
    where ${STUDENTS.isShown} and ${words.length > 0 ? isStudentNamed(words) : sql`false`}`;
  const atHome = sql`select ${students.id} from ${students} where ${isAtHome(home)}`;
  const found = home.length > 0 ? sql`${named} union ${atHome}` : named;
  return likeliestPeople(db, STUDENTS, { words, found });
};

/** The orders by a part of the number of their contract, the newest first. @param exact  come first */
export async function findOrderIds(
  db: Db,
  words: readonly SearchWord[],
  exact: readonly string[],
): Promise<Likeliest> {
  const ids = await idsOf(
    db,
    sql`select ${contracts.order_id} as id from ${contracts} where ${isNumbered(words)}
      order by ${contracts.contract_number} = any(${sql.param([...exact])}::text[]) desc,
        ${contracts.order_id} desc
      limit ${MOST_COUNTED + 1}`,
  );
  return likeliest(ids, ids.length);
}

/** The check with the whole number comes first. */
export const referenceSort = (typed: string): ListedSort => ({
  by: [sql`lower(${payments.reference}) = lower(${typed})`, payments.id],
  descends: true,
});

/** The children of the families of a page, by family. */
export async function listChildren(db: Db, user_ids: readonly number[]) {
  return db
    .select({ user_id: students.user_id, first_name: students.first_name })
    .from(students)
    .where(and(isAnyOf(students.user_id, user_ids), sql`${students.deleted_at} is null`))
    .orderBy(asc(students.id));
}

export async function isOrder(db: Db, id: number): Promise<boolean> {
  const found = await db.select({ id: orders.id }).from(orders).where(eq(orders.id, id));
  return found.length > 0;
}

/** The cards and accounts with the last four digits, of the families of a page. */
export async function listMethodsEnding(db: Db, last_4: string, user_ids: readonly number[]) {
  return db
    .select({ user_id: paymentMethods.user_id, brand: paymentMethods.brand })
    .from(paymentMethods)
    .where(
      and(
        isAnyOf(paymentMethods.user_id, user_ids),
        eq(paymentMethods.last_4, last_4),
        sql`${paymentMethods.kept_at} is not null`,
      ),
    )
    .orderBy(desc(paymentMethods.id));
}

export async function listPapersCoded(db: Db, code: string) {
  return db
    .select({
      id: printedContracts.id,
      code: printedContracts.code,
      printed_at: printedContracts.printed_at,
      route_id: printedContracts.route_id,
      student: { first_name: students.first_name, last_name: students.last_name },
    })
    .from(printedContracts)
    .innerJoin(students, eq(students.id, printedContracts.student_id))
    .where(and(eq(printedContracts.code, code), sql`${printedContracts.order_id} is null`));
}

/** Rows of a page with the number of all rows. */
type Counted<Row> = Row & { total: number };

const total = sql<number>`count(*) over ()::int`;

export type CodeRow = Counted<{ id: number; code: string; period_program_id: number }>;

export function listAidCodesBegun(db: Db, typed: string, limit: number): Promise<CodeRow[]> {
  const code = sql`lower(${financialAidCodes.code})`;
  return db
    .select({
      id: financialAidCodes.id,
      code: financialAidCodes.code,
      period_program_id: financialAidCodes.period_program_id,
      total,
    })
    .from(financialAidCodes)
    .where(beginsText(code, sql`lower(${typed})`))
    .orderBy(sql`length(${financialAidCodes.code})`, desc(financialAidCodes.id))
    .limit(limit);
}

export type AwardFound = Awaited<ReturnType<typeof listAwardsCoded>>[number];

export async function listAwardsCoded(db: Db, code: string) {
  return db
    .select({
      id: aidAwards.id,
      code: aidAwards.code,
      first_name: aidAwards.first_name,
      last_name: aidAwards.last_name,
      program_group_id: aidAwards.program_group_id,
      period_id: aidAwards.period_id,
    })
    .from(aidAwards)
    .where(eq(aidAwards.code, code));
}

export async function listNews(db: Db) {
  return db
    .select({ id: newsItems.id, title: newsItems.title, day: newsItems.day })
    .from(newsItems)
    .orderBy(desc(newsItems.day), desc(newsItems.id));
}
