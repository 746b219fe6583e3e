import { and, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { users } from '#db/tables/accounts/accounts.ts';
import { contractAmendments } from '#db/tables/orders/contract-amendments.ts';
import { orders } from '#db/tables/orders/orders.ts';
import { saleOffers } from '#db/tables/orders/sale-offers.ts';
import { outbox } from '#db/tables/platform.ts';
import { isParent } from '#modules/office/people/people.queries.ts';
import { isAnyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import { countRows } from '#platform/db/count-rows.ts';
import type { Listed, ListedSort } from '#platform/db/found-rows.ts';
import { hasItsWords } from '#platform/outbox/backlog.ts';
import { isAnyState, isAmong, isBetween, type InstantSpan } from '#platform/db/filter-conditions.ts';
import type { MailState } from './mails.contract.ts';
import { workRows } from '#platform/db/work-rows.ts';

const idOf = (name: 'user_id' | 'order_id' | 'offer_id' | 'amendment_id') =>
  sql<number | null>`(${outbox.payload} ->> ${sql.raw(`'${name}'`)})::bigint`.mapWith(Number);

const IN_STATE: Record<MailState, SQL> = {
  given_up: and(isNull(outbox.sent_at), isNotNull(outbox.given_up_at))!,
  waiting: and(isNull(outbox.sent_at), isNull(outbox.given_up_at))!,
  sent: isNotNull(outbox.sent_at),
};

const stateOf = sql<MailState>`case when ${outbox.sent_at} is not null then 'sent'
  when ${outbox.given_up_at} is not null then 'given_up' else 'waiting' end`;

const accountOf = sql<number | null>`coalesce(${idOf('user_id')}, (select ${orders.user_id} from ${orders}
  where ${orders.id} = ${idOf('order_id')}))`;

export type MailFilters = {
  state?: readonly MailState[] | undefined;
  kind?: readonly string[] | undefined;
  day?: InstantSpan | undefined;
  family?: readonly number[] | undefined;
};

export const listedMails = ({ state, kind, day, family }: MailFilters): Listed => ({
  table: outbox,
  id: outbox.id,
  where: [
    isAnyState(state, IN_STATE),
    isAmong(outbox.kind, kind),
    isBetween(outbox.created_at, day),
    family && sql`${accountOf} = any(${sql.param(family)}::bigint[])`,
  ],
});

export const MAIL_SORTS: { newest: ListedSort } = { newest: { by: [outbox.id], descends: true } };

/** The emails of a page without their payloads, in no order. */
export async function listMailDetails(db: Db, ids: readonly number[]) {
  return db
    .select({
      id: outbox.id,
      created_at: outbox.created_at,
      kind: outbox.kind,
      state: stateOf,
      parent: { id: users.id, first_name: users.first_name, last_name: users.last_name },
      order_id: idOf('order_id'),
      tries: outbox.tries,
      next_try_at: outbox.next_try_at,
      given_up_at: outbox.given_up_at,
      fault: outbox.fault,
      last_error: outbox.last_error,
      may_send_again: sql<boolean>`${outbox.sent_at} is null and ${outbox.given_up_at} is not null
        and ${hasItsWords}`,
    })
    .from(outbox)
    .leftJoin(users, eq(users.id, accountOf))
    .where(isAnyOf(outbox.id, ids));
}

/** Each kind that was ever mailed, found by one step in the index for each. */
export async function listMailKinds(db: Db): Promise<string[]> {
  const next = (after: SQL) => sql`(select min(kind) from outbox where kind > ${after})`;
  const { rows } = await db.execute<{ kind: string }>(sql`with recursive kinds as (
      select ${next(sql`''`)} as kind
      union all select ${next(sql`kinds.kind`)} from kinds where kinds.kind is not null)
    select kind from kinds where kind is not null`);
  return rows.map(({ kind }) => kind);
}

export const countMails = (db: Db, state: MailState): Promise<number> =>
  countRows(db, sql`select 1 from ${outbox} where ${IN_STATE[state]}`);

/** Waits for an answer of the family, which has not got the email. */
const isUnreadQuestion = sql`(${outbox.kind} in ('orders.offer_made', 'orders.offer_ends')
    and exists (select from ${saleOffers} where ${saleOffers.id} = ${idOf('offer_id')}
      and ${saleOffers.state} = 'open')
  or ${outbox.kind} = 'orders.amendment_proposed'
    and exists (select from ${contractAmendments} where ${contractAmendments.id} = ${idOf('amendment_id')}
      and ${contractAmendments.state} = 'proposed'))`;

const workOfGivenUp = (isOf: SQL) =>
  workRows(
    {
      subject: outbox.id,
      since: outbox.given_up_at,
      user_id: idOf('user_id'),
      order_id: idOf('order_id'),
      ref: sql`(select ${users.id} from ${users} where ${users.id} = ${accountOf} and ${isParent})`,
      detail: outbox.kind,
    },
    sql`${outbox} where ${IN_STATE.given_up} and ${isOf}`,
  );

export const givenUpMailWork = workOfGivenUp(sql`not ${isUnreadQuestion}`);

/** Of open offers and of amendments that wait for the family. */
export const returnedMailWork = workOfGivenUp(isUnreadQuestion);
