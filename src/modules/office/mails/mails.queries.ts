import { and, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { outbox } from '#db/tables/platform.ts';
import type { Place } from '#kit/list/list-endpoint.ts';
import type { Db } from '#platform/db/database.ts';
import { countRows } from '#platform/db/count-rows.ts';
import { pageOfRows, type Sorting } from '#platform/db/page-of-rows.ts';
import { hasItsWords } from '#platform/outbox/backlog.ts';
import type { MailShow } from './mails.contract.ts';

const NEWEST_FIRST: Sorting = { by: [outbox.id], descends: true };

const idOf = (name: 'user_id' | 'order_id') =>
  sql<number | null>`(${outbox.payload} ->> ${sql.raw(`'${name}'`)})::bigint`.mapWith(Number);

const SHOWN: Record<MailShow, SQL | undefined> = {
  given_up: and(isNull(outbox.sent_at), isNotNull(outbox.given_up_at)),
  waiting: and(isNull(outbox.sent_at), isNull(outbox.given_up_at)),
};

/** Emails of a state without their payloads, newest first. */
export function listMailRows(db: Db, show: MailShow, place: Place) {
  const { isBehind, orderBy, limit } = pageOfRows(NEWEST_FIRST, place);
  return db
    .select({
      id: outbox.id,
      created_at: outbox.created_at,
      kind: outbox.kind,
      user_id: idOf('user_id'),
      order_id: idOf('order_id'),
      tries: outbox.tries,
      next_try_at: outbox.next_try_at,
      given_up_at: outbox.given_up_at,
      fault: outbox.fault,
      last_error: outbox.last_error,
      may_send_again: sql<boolean>`${outbox.given_up_at} is not null and ${hasItsWords}`,
    })
    .from(outbox)
    .where(and(SHOWN[show], isBehind))
    .orderBy(...orderBy)
    .limit(limit);
}

export const countMails = (db: Db, show: MailShow): Promise<number> =>
  countRows(db, sql`select 1 from ${outbox} where ${SHOWN[show]}`);
