import { sql } from 'drizzle-orm';
import { ACCOUNTS } from '#modules/billing/ledger/postings.ts';
import type { Players } from './players.ts';
import { rehearsalSamples } from './rehearsal-samples.ts';
import type { CallSample } from './sample.ts';

const plain: CallSample = { send: () => ({}), impersonator: 403 };

const plainOfFamily: CallSample = { send: () => ({}) };

let count = 0;

/** A month that is over, with a booking, and nothing closed; its first day. */
async function aMonthToClose({ shop }: Players): Promise<string> {
  const { db, clock } = shop.context;
  await db.execute(sql`update closed_months set reopened_at = closed_at, reopened_by_id = closed_by_id
    where reopened_at is null`);
  for (const account of ACCOUNTS)
    await db.execute(sql`insert into ledger_accounts (account, name) values (${account}, ${account})
      on conflict do nothing`);
  await db.execute(sql`with event as (insert into journal (kind, ref, at)
      values ('fee', ${`sample-${(count += 1)}`},
        ${clock.now()}::timestamptz - interval '100 days') returning id)
    insert into postings (journal_id, account, amount_cents)
    select id, account, cents from event,
      (values ('gateway', -30), ('processor_fees', 30)) as s (account, cents)`);
  const { rows } = await db.execute<{ month: string }>(
    sql`select to_char(date_trunc('month', min(booked_on)), 'YYYY-MM-DD') as month from journal`,
  );
  return rows[0]!.month;
}

async function aClosedMonth(cast: Players): Promise<string> {
  const month = await aMonthToClose(cast);
  const { db, clock } = cast.shop.context;
  await db.execute(sql`insert into closed_months (month, entries, closed_at, closed_by_id)
    select ${month}, count(*), ${clock.now()}, (select min(id) from users) from journal
    where date_trunc('month', booked_on) = ${month}::date on conflict do nothing`);
  return month;
}

async function versionOf({ shop }: Players, account: string): Promise<number> {
  const { rows } = await shop.context.db.execute<{ version: number }>(
    sql`select version from ledger_accounts where account = ${account}`,
  );
  return rows[0]?.version ?? 0;
}

/** The reports, the ledger for the bookkeeper, and statements. */
export const reportSamples: Record<string, CallSample> = {
  readOverview: { send: () => ({ query: { school: 'hm' } }), impersonator: 403 },
  readSeasonReport: { send: () => ({ query: { by: 'route', second: 'month' } }), impersonator: 403 },
  exportReport: {
    send: () => ({ body: { report: 'season', query: { by: 'school' } } }),
    impersonator: 403,
  },
  readLedger: plain,
  listLedgerAccounts: plain,
  listJournal: {
    send: () => ({ query: { from: '2026-01-01', thru: '2027-12-31', account: 'contracts' } }),
    impersonator: 403,
  },
  nameLedgerAccount: {
    send: async (_, cast) => ({
      params: { account: 'bank' },
      body: {
        name: `Checking ${(count += 1)}`,
        number: '1000',
        class: null,
        version: await versionOf(cast, 'bank'),
      },
    }),
    impersonator: 403,
  },
  closeMonth: {
    send: async (_, cast) => ({ body: { month: await aMonthToClose(cast) } }),
    impersonator: 403,
  },
  openMonth: {
    send: async (_, cast) => ({
      params: { month: await aClosedMonth(cast) },
      body: { reason: 'A booking is missing.' },
    }),
    impersonator: 403,
  },
  ...rehearsalSamples,
  listStatements: plainOfFamily,
  readStatement: {
    send: async (family, { shop }) => {
      await family.order();
      return { params: { year: Number(shop.context.clock.today().slice(0, 4)) } };
    },
  },
  listParentStatements: {
    send: ({ user_id }) => ({ params: { id: user_id } }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  countStatements: { send: () => ({ params: { year: 2025 } }), impersonator: 403 },
  mailStatements: {
    send: () => ({ params: { year: 2025 }, headers: { 'idempotency-key': `statements-${(count += 1)}` } }),
    impersonator: 403,
  },
};
