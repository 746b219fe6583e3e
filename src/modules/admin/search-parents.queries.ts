import { sql, type SQL } from 'drizzle-orm';
import { users } from '#db/tables/accounts.ts';
import { contracts, orders } from '#db/tables/orders.ts';
import { students } from '#db/tables/students.ts';
import { likeText } from './cursor.ts';

// The one place that knows by what the office finds a family. Each arm reads one trigram index, which finds a
// part of a text of three letters and more; the texts are those of the indexes, word for word.

/** By what an account is known; no word of a search has a space, so it stands in one of the parts. */
const textOfAccount = sql`(${users.first_name} || ' ' || ${users.last_name} || ' ' || ${users.email} || ' '
  || coalesce(${users.phone_home}, '') || ' ' || coalesce(${users.phone_mobile}, ''))`;

const textOfStudent = sql`(${students.first_name} || ' ' || ${students.last_name})`;

/** A word of a search may stand in anything by which the office knows a family. */
export function hasWord(word: string): SQL {
  const part = `%${likeText(word)}%`;
  return sql`${users.id} in (
    select id from ${users} where ${textOfAccount} ilike ${part}
    union all select user_id from ${students}
      where ${students.deleted_at} is null and ${textOfStudent} ilike ${part}
    union all select ${orders.user_id} from ${contracts}
      join ${orders} on ${orders.id} = ${contracts.order_id}
      where ${contracts.contract_number} ilike ${part})`;
}

/** The accounts of people whose name or address of e-mail holds a text. */
export function accountsNamed(text: string): SQL {
  const part = `%${likeText(text)}%`;
  return sql`(select ${users.id} from ${users} where ${textOfAccount} ilike ${part}
    and (${users.first_name} || ' ' || ${users.last_name} ilike ${part} or ${users.email} ilike ${part}))`;
}
