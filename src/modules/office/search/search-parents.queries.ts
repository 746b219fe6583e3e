import { and, ilike, inArray, or, sql, type Column, type SQL, type SQLWrapper } from 'drizzle-orm';
import { users } from '#db/tables/accounts/accounts.ts';
import { contracts, orders } from '#db/tables/orders/orders.ts';
import { searchedNames, students } from '#db/tables/students.ts';
import { isContractNumber, issuedForms } from '#modules/orders/contracts/contract-number.ts';
import { wordsOf, type SearchWord } from '#platform/vault/phone-marks.ts';
import { beginsText, likeText } from '#platform/db/like-text.ts';

// The one place that knows by what the office finds a family. Each arm reads one trigram index, which finds a
// part of a text of three letters and more; the texts are those of the indexes, word for word. Phones are
// sealed, and found by the marks of their last digits.

type Named = { first_name: Column; last_name: Column };

const inName = ({ first_name, last_name }: Named) =>
  sql`search_letters(${first_name}) || ' ' || search_letters(${last_name})`;

/** By what an account is known; no word of a search has a space, so it stands in one of the parts. */
const textOfAccount = sql`${inName(users)} || ' ' || search_letters(${users.email})`;

const textOfStudent = searchedNames(students);

/** Whether a text has another as a part of it, whatever case, marks, dashes and blanks either has (MD16). */
const holds = (text: SQLWrapper, part: string): SQL =>
  sql`(search_letters(${part}) <> '' and (${text}) like '%' || search_letters(${likeText(part)}) || '%')`;

/** The words of a search as parts of a text, for each of the texts that may hold them. */
const holding = (text: SQLWrapper, words: readonly SearchWord[]): SQL[] =>
  words.map((word) => holds(text, word.text));

/** Whether a name begins with a word; the indexes of the names find such rows in their order (OF2.2). */
export const beginsWith = (name: Column, { text }: SearchWord): SQL =>
  sql`(search_letters(${text}) <> ''
    and ${beginsText(sql`search_letters(${name})`, sql`search_letters(${text})`)})`;

/** How many of the words begin neither name: the likeliest people have the fewest (OF2.2). */
export function wordsInside({ first_name, last_name }: Named, words: readonly SearchWord[]): SQL {
  const isInside = words.map(
    (word) =>
      sql`case when ${beginsWith(first_name, word)} or ${beginsWith(last_name, word)} then 0 else 1 end`,
  );
  return sql`(${sql.join([sql`0::int`, ...isInside], sql` + `)})`;
}

/** Whether an account has each word in its names or address of e-mail. */
export const isAccountNamed = (words: readonly SearchWord[]): SQL =>
  sql.join(holding(textOfAccount, words), sql` and `);

export const isStudentNamed = (words: readonly SearchWord[]): SQL =>
  sql.join(holding(textOfStudent, words), sql` and `);

/** Whether the number of a contract has each word in it. */
export const isNumbered = (words: readonly SearchWord[]): SQL =>
  sql.join(
    words.map(({ text }) => ofNumber(text)),
    sql` and `,
  );

const inPhones = ({ marks }: SearchWord): SQL =>
  sql`${users.phone_marks} && ${sql.param(marks, users.phone_marks)}`;

/** A whole number is found however it is typed from paper (MC13). */
function ofNumber(text: string): SQL {
  const holdsText = ilike(contracts.contract_number, `%${likeText(text)}%`);
  if (!isContractNumber(text)) return holdsText;
  return or(holdsText, inArray(contracts.contract_number, issuedForms(text, [])))!;
}

/**
 * The users with every word of a search in anything by which the office knows a family. Those whose account
 * holds them all are read once, as a name may be that of many; then come those of whom a child or a contract
 * holds one.
 * @param columns  what is read of `users`
 * @param isShown  who of them is looked at
 */
export function usersWithWords(words: readonly SearchWord[], columns: SQL, isShown: SQL): SQL {
  const inAccount = holding(textOfAccount, words).map((isThere, nr) =>
    words[nr]!.marks.length > 0 ? sql`(${isThere} or ${inPhones(words[nr]!)})` : isThere,
  );
  const inStudent = holding(textOfStudent, words);
  const inContract = words.map(({ text }) => ofNumber(text));
  const hasEach = words.map(
    (_, nr) => sql`(${inAccount[nr]} or exists (select 1 from ${students}
      where ${students.user_id} = ${users.id} and ${students.deleted_at} is null and ${inStudent[nr]})
      or exists (select 1 from ${orders} join ${contracts} on ${contracts.order_id} = ${orders.id}
        where ${orders.user_id} = ${users.id} and ${inContract[nr]}))`,
  );
  return sql`select ${columns} from ${users} where ${isShown} and ${and(...inAccount)}
    union all select ${columns} from ${users} where ${isShown} and not (${and(...inAccount)})
      and ${users.id} in (select user_id from ${students}
          where ${students.deleted_at} is null and (${or(...inStudent)})
        union all select ${orders.user_id} from ${contracts}
          join ${orders} on ${orders.id} = ${contracts.order_id} where ${or(...inContract)})
      and ${words.length > 1 ? and(...hasEach) : sql`true`}`;
}

/** The accounts of people whose name or address of e-mail holds each word of a text. */
export function accountsNamed(text: string): SQL {
  const words = wordsOf(text).map((word) => holds(textOfAccount, word));
  return sql`(select ${users.id} from ${users} where ${and(...words) ?? sql`false`})`;
}

const usersWith = (word: SearchWord): SQL => {
  const inAccount = holds(textOfAccount, word.text);
  const isFound = word.marks.length > 0 ? sql`(${inAccount} or ${inPhones(word)})` : inAccount;
  return sql`select ${users.id} from ${users} where ${isFound}`;
};

/** `zips`: the marks of a word of five digits; `zips` and `marks` are empty for other words. */
export type ListWord = SearchWord & { readonly zips: readonly string[] };

export const isAtHome = (marks: readonly string[]): SQL =>
  sql`(${students.deleted_at} is null
    and ${students.address_marks} && ${sql.param(marks, students.address_marks)})`;

function studentsNamed({ text, zips }: ListWord): SQL {
  const named = sql`select ${students.id} from ${students}
    where ${students.deleted_at} is null and ${holds(textOfStudent, text)}`;
  return zips.length === 0
    ? named
    : sql`${named} union all select ${students.id} from ${students} where ${isAtHome(zips)}`;
}

/** `#217` */
const orderNumberOf = ({ text }: SearchWord): number | undefined =>
  /^#\d{1,9}$/.test(text) ? Number(text.slice(1)) : undefined;

const ordersNumbered = (word: SearchWord): SQL =>
  sql`select ${contracts.order_id} as id from ${contracts} where ${ofNumber(word.text)}`;

/** The orders with a word in the family, the child or a number (OF1.3). */
export function ordersWith(word: ListWord): SQL {
  const number = orderNumberOf(word);
  if (number !== undefined) return sql`select ${number}::bigint as id`;
  return sql`select ${orders.id} as id from ${orders}
      where ${orders.user_id} = any(array(${usersWith(word)}))
        or ${orders.student_id} = any(array(${studentsNamed(word)}))
    union all ${ordersNumbered(word)}`;
}

/** The students with a word in the name, the family or a number. */
export function studentsWith(word: ListWord): SQL {
  const number = orderNumberOf(word);
  const ofOrders = (ids: SQL) =>
    sql`select ${orders.student_id} as id from ${orders} where ${orders.id} = any(array(${ids}))`;
  if (number !== undefined) return ofOrders(sql`select ${number}::bigint`);
  return sql`${studentsNamed(word)}
    union all select ${students.id} from ${students}
      where ${students.user_id} = any(array(${usersWith(word)}))
    union all ${ofOrders(ordersNumbered(word))}`;
}
