import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { PlainDate } from '#kit/plain-date.ts';
import {
  closeLedgerMonth,
  ledgerFiles,
  monthFile,
} from '#modules/billing/bookkeeping/close-month.service.ts';
import { LEDGER_FORMATS } from '#modules/billing/bookkeeping/ledger-files.ts';
import { lastOfMonth } from '#modules/billing/bookkeeping/month.ts';
import { ledgerOf } from '#modules/billing/bookkeeping/read-ledger.service.ts';
import { ACCOUNTS } from '#modules/billing/ledger/postings.ts';
import { brokenRules, type BrokenRule, type Rule } from '#tests/support/database/broken-rules.ts';
import { viewerOf } from '#tests/support/database/viewer-of.ts';
import type { World } from './world.ts';

const MONTHS: Rule[] = [
  {
    name: 'RP3.1 every day of the ledger is balanced',
    broken: sql`select j.booked_on from journal j join postings p on p.journal_id = j.id
      group by j.booked_on having sum(p.amount_cents) <> 0`,
  },
  {
    name: 'RP3.6 a closed month has the rows that it was closed with',
    broken: sql`select c.month from closed_months c where c.entries <> (select count(*) from journal j
      where j.booked_on between c.month and (c.month + interval '1 month' - interval '1 day')::date)`,
  },
];

async function nameAccounts({ db }: World): Promise<void> {
  for (const account of ACCOUNTS)
    await db.execute(sql`insert into ledger_accounts (account, name) values (${account}, ${account})
      on conflict do nothing`);
}

/** Closes every month that may be closed, in the middle of the season (RP3.6). */
export async function closeMonths(world: World): Promise<void> {
  const { db, clock, context, simEvents } = world;
  await nameAccounts(world);
  const { rows } = await db.execute<{ id: number }>(sql`select min(id)::int as id from users`);
  const staff = viewerOf(rows[0]!.id);
  for (;;) {
    const { months } = await ledgerOf({ db, clock }, {});
    const next = months.find(({ can_close }) => can_close);
    if (!next) return;
    await db.transaction((tx) => closeLedgerMonth({ tx, clock, files: context.files }, staff, next.month));
    simEvents('month closed');
  }
}

type Kept = { id: string; month: PlainDate; name: string; sha: string };

/** Balanced days; closed months and their files as they were (RP3.5, RP3.6). */
export async function brokenMonths(world: World): Promise<BrokenRule[]> {
  const { db, clock, context } = world;
  const { rows: kept } = await db.execute<Kept>(sql`select f.id, c.month::text, f.name,
    encode(f.sha256, 'hex') as sha from closed_month_files f
    join closed_months c on c.id = f.closed_month_id`);
  const changed: Kept[] = [];
  for (const file of kept) {
    const found = await monthFile({ db, files: context.files }, Number(file.id));
    await found?.content();
    const again = await ledgerFiles(
      { db, clock },
      { from: file.month, thru: lastOfMonth(file.month) },
      LEDGER_FORMATS,
    );
    const same = again.find(({ name }) => name === file.name);
    const sha =
      same &&
      createHash('sha256')
        .update(await same.content())
        .digest('hex');
    if (!found || sha !== file.sha) changed.push(file);
  }
  const { rows: late } = await db.execute<{ n: number }>(sql`select count(*)::int as n from journal
    where booked_on <> (at at time zone ${clock.time_zone})::date`);
  for (let nr = 0; nr < late[0]!.n; nr += 1) world.simEvents('booked after its month was closed');
  return [
    ...(await brokenRules(db, MONTHS)),
    ...(changed.length > 0 ? [{ name: 'RP3.5 the files of a closed month stay', rows: changed }] : []),
  ];
}
