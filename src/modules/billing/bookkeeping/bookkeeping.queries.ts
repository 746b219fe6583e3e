import { and, asc, eq, gte, isNull, lte, sql, type SQL } from 'drizzle-orm';
import { users } from '#db/tables/accounts/accounts.ts';
import { closedMonthFiles, closedMonths, ledgerAccounts } from '#db/tables/billing/bookkeeping.ts';
import { journal, postings } from '#db/tables/billing/ledger.ts';
import { contracts } from '#db/tables/orders/orders.ts';
import { cents, type Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { Place } from '#kit/list/list-endpoint.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { pageOfRows } from '#platform/db/page-of-rows.ts';
import type { DaySum, JournalLine } from './ledger-files.ts';

export type Span = { from: PlainDate; thru: PlainDate };

const inSpan = ({ from, thru }: Span): SQL =>
  sql`${journal.booked_on} between ${from}::date and ${thru}::date`;

const ownDay = (time_zone: string): SQL<PlainDate> =>
  sql<PlainDate>`to_char(${journal.at} at time zone ${time_zone}, 'YYYY-MM-DD')`;

/** The trigger fills the column of every row. */
const bookedOn = sql<PlainDate>`to_char(${journal.booked_on}, 'YYYY-MM-DD')`;

/** By booked day, day of the events and account. */
export async function sumByDay(db: Db, span: Span, time_zone: string): Promise<DaySum[]> {
  const { rows } = await db.execute<Record<keyof DaySum, string>>(sql`
    select ${bookedOn} as booked_on, own_on, account,
      coalesce(sum(amount_cents) filter (where amount_cents > 0), 0) as debit_cents,
      coalesce(-sum(amount_cents) filter (where amount_cents < 0), 0) as credit_cents
    from (select ${journal.id} as id, ${journal.booked_on} as booked_on, ${ownDay(time_zone)} as own_on
      from ${journal} where ${inSpan(span)}) journal
    join ${postings} on ${postings.journal_id} = journal.id
    group by journal.booked_on, own_on, account order by journal.booked_on, own_on, account`);
  return rows.map(({ debit_cents, credit_cents, ...row }) => ({
    booked_on: row.booked_on as PlainDate,
    own_on: row.own_on as PlainDate,
    account: row.account,
    debit_cents: cents(Number(debit_cents)),
    credit_cents: cents(Number(credit_cents)),
  }));
}

const lineColumns = (time_zone: string) => ({
  posting_id: postings.id,
  journal_id: journal.id,
  booked_on: bookedOn,
  own_on: ownDay(time_zone),
  kind: journal.kind,
  order_id: journal.order_id,
  contract_number: contracts.contract_number,
  account: postings.account,
  amount_cents: postings.amount_cents,
});

export async function listSpanLines(db: Db, span: Span, time_zone: string): Promise<JournalLine[]> {
  return db
    .select(lineColumns(time_zone))
    .from(journal)
    .innerJoin(postings, eq(postings.journal_id, journal.id))
    .leftJoin(contracts, eq(contracts.order_id, journal.order_id))
    .where(inSpan(span))
    .orderBy(asc(journal.booked_on), asc(journal.id), asc(postings.id));
}

type LinesPlace = Place & Span & { account: string; time_zone: string };

const isOfAccount = (account: string) => (account === '' ? undefined : eq(postings.account, account));

export async function listJournalPage(db: Db, place: LinesPlace) {
  const { keys, isBehind, orderBy, limit } = pageOfRows({ by: [journal.id, postings.id] }, place);
  return db
    .select({ keys, ...lineColumns(place.time_zone) })
    .from(journal)
    .innerJoin(postings, eq(postings.journal_id, journal.id))
    .leftJoin(contracts, eq(contracts.order_id, journal.order_id))
    .where(and(inSpan(place), isOfAccount(place.account), isBehind))
    .orderBy(...orderBy)
    .limit(limit);
}

export async function sumJournal(db: Db, place: Span & { account: string }) {
  const [sums] = await db
    .select({
      total: sql<number>`count(*)::int`,
      debit_cents: sql<Cents>`coalesce(sum(${postings.amount_cents})
        filter (where ${postings.amount_cents} > 0), 0)::bigint`.mapWith(postings.amount_cents),
      credit_cents: sql<Cents>`coalesce(-sum(${postings.amount_cents})
        filter (where ${postings.amount_cents} < 0), 0)::bigint`.mapWith(postings.amount_cents),
    })
    .from(journal)
    .innerJoin(postings, eq(postings.journal_id, journal.id))
    .where(and(inSpan(place), isOfAccount(place.account)));
  return sums!;
}

export async function countEntries(db: Db, span: Span): Promise<number> {
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(journal)
    .where(inSpan(span));
  return row!.n;
}

/** By the first day of each month from a day on. */
export async function countByMonth(db: Db, from: PlainDate): Promise<Map<PlainDate, number>> {
  const month = sql<PlainDate>`to_char(date_trunc('month', ${journal.booked_on}), 'YYYY-MM-DD')`;
  const rows = await db
    .select({ month, n: sql<number>`count(*)::int` })
    .from(journal)
    .where(gte(journal.booked_on, from))
    .groupBy(sql`1`);
  return new Map(rows.map(({ month: first, n }) => [first, n]));
}

export async function findFirstBookedDay(db: Db): Promise<PlainDate | null> {
  const [row] = await db.select({ day: bookedOn }).from(journal).orderBy(asc(journal.booked_on)).limit(1);
  return row?.day ?? null;
}

export async function listLedgerAccounts(db: Db) {
  return db.select().from(ledgerAccounts).orderBy(asc(ledgerAccounts.account));
}

type NewAccount = Omit<typeof ledgerAccounts.$inferInsert, 'version'>;

/** @returns whether the account had the version */
export async function writeLedgerAccount(tx: Tx, written: NewAccount, version: number): Promise<boolean> {
  const { account, ...fields } = written;
  const rows =
    version === 0
      ? await tx
          .insert(ledgerAccounts)
          .values(written)
          .onConflictDoNothing()
          .returning({ account: ledgerAccounts.account })
      : await tx
          .update(ledgerAccounts)
          .set({ ...fields, version: version + 1 })
          .where(and(eq(ledgerAccounts.account, account), eq(ledgerAccounts.version, version)))
          .returning({ account: ledgerAccounts.account });
  return rows.length > 0;
}

/** Nothing is booked until the transaction ends; waits for bookings already begun. */
export async function holdBookings(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('closing of months', 0))`);
}

const isClosed = isNull(closedMonths.reopened_at);

export async function findLastClosed(db: Db): Promise<PlainDate | null> {
  const [row] = await db
    .select({ month: sql<PlainDate | null>`to_char(max(${closedMonths.month}), 'YYYY-MM-DD')` })
    .from(closedMonths)
    .where(isClosed);
  return row?.month ?? null;
}

export async function countClosings(db: Db, month: PlainDate): Promise<number> {
  const rows = await db
    .select({ id: closedMonths.id })
    .from(closedMonths)
    .where(eq(closedMonths.month, month));
  return rows.length;
}

export async function listClosedMonths(db: Db, { from, thru }: Span) {
  return db
    .select({
      id: closedMonths.id,
      month: closedMonths.month,
      entries: closedMonths.entries,
      closed_at: closedMonths.closed_at,
      closed_by: { first_name: users.first_name, last_name: users.last_name },
      files: sql<{ id: number; name: string }[]>`coalesce((select json_agg(json_build_object(
        'id', f.id, 'name', f.name) order by f.id) from ${closedMonthFiles} f
        where f.closed_month_id = ${closedMonths.id}), '[]')`,
    })
    .from(closedMonths)
    .innerJoin(users, eq(users.id, closedMonths.closed_by_id))
    .where(and(isClosed, gte(closedMonths.month, from), lte(closedMonths.month, thru)));
}

export async function insertClosedMonth(
  tx: Tx,
  row: Omit<typeof closedMonths.$inferInsert, 'id'>,
): Promise<number> {
  const [inserted] = await tx.insert(closedMonths).values(row).returning({ id: closedMonths.id });
  return inserted!.id;
}

export async function insertMonthFile(
  tx: Tx,
  row: Omit<typeof closedMonthFiles.$inferInsert, 'id'>,
): Promise<void> {
  await tx.insert(closedMonthFiles).values(row);
}

export async function findMonthFile(db: Db, id: number) {
  const [row] = await db.select().from(closedMonthFiles).where(eq(closedMonthFiles.id, id));
  return row;
}

/** @returns whether the month was closed */
export async function reopenMonth(
  tx: Tx,
  month: PlainDate,
  by: { reopened_at: Date; reopened_by_id: number },
): Promise<boolean> {
  const rows = await tx
    .update(closedMonths)
    .set(by)
    .where(and(eq(closedMonths.month, month), isClosed))
    .returning({ id: closedMonths.id });
  return rows.length > 0;
}
