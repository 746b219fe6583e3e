import { getTableColumns, getTableName, is, sql, SQL } from 'drizzle-orm';
import { PgText, type PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Erasure, Moment } from '#db/tables/erasure.ts';
import { jobApplicationNotes, jobApplications } from '#db/tables/careers.ts';
import { PEOPLE } from '#db/tables/people.ts';
import { plainDate } from '#kit/plain-date.ts';
import { createVault } from '#platform/vault/vault.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { sessionOf } from '#tests/support/app/people.ts';
import {
  aBuyer,
  aCard,
  aContract,
  anOffer,
  checkOut,
  openSeasonApp,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { asSealed } from '#tests/support/forms/as-sealed.ts';
import { FAMILY_TABLES } from './family-rows.queries.ts';

let shop: SeasonApp;
beforeAll(async () => {
  shop = await openSeasonApp({ vault: { ...createVault([Buffer.alloc(32, 'test')]), seal: asSealed } });
});
afterAll(() => shop.close());

// The password is needed to delete the account.
const NOT_PLANTED = ['users.password_hash'];

const ofFamilies = PEOPLE.filter(({ table }) => table !== jobApplications && table !== jobApplicationNotes);

type Column = { name: string; becomes: unknown; canPlant: boolean };

/** The columns of a table that a moment erases. */
function columnsOf({ table, fates }: Erasure, moment: Moment): Column[] {
  return Object.entries(getTableColumns(table)).flatMap(([name, column]) => {
    const fate = fates?.[name];
    if (!fate || 'kept' in fate || !fate.on.includes(moment)) return [];
    const isText = is(column, PgText) && !column.enumValues?.length;
    const canPlant = isText && !NOT_PLANTED.includes(`${getTableName(table)}.${name}`);
    return [{ name, becomes: fate.becomes, canPlant }];
  });
}

const ownRows = async (table: PgTable, user_id: number) => {
  const name = getTableName(table);
  const isOwn = FAMILY_TABLES[name]!.isOwn(user_id);
  const { rows } = await shop.context.db.execute<{ row: Record<string, unknown> }>(
    sql`select to_jsonb(t) as row from ${sql.identifier(name)} t where ${isOwn}`,
  );
  return rows.map(({ row }) => row);
};

/** Writes a text of its own into each text column that is erased some day. */
async function plant(user_id: number): Promise<void> {
  for (const erasure of ofFamilies) {
    const name = getTableName(erasure.table);
    const columns = [...columnsOf(erasure, 'account'), ...columnsOf(erasure, 'end')];
    for (const column of columns.filter(({ canPlant }) => canPlant))
      await shop.context.db.execute(sql`update ${sql.identifier(name)} t
        set ${sql.identifier(column.name)} = ${`planted ${name}.${column.name} `} || md5(t::text)
        where ${FAMILY_TABLES[name]!.isOwn(user_id)}`);
  }
}

/** What a moment should have erased of a family, and is still there. */
async function leftAfter(moment: Moment, user_id: number): Promise<string[]> {
  const left: string[] = [];
  for (const erasure of ofFamilies) {
    const name = getTableName(erasure.table);
    const rows = await ownRows(erasure.table, user_id);
    if (erasure.deletedOn === moment && rows.length > 0) left.push(`${name}: ${rows.length} rows`);
    for (const column of columnsOf(erasure, moment))
      for (const row of rows) {
        const value = JSON.stringify(row[column.name]);
        const isErased = is(column.becomes, SQL)
          ? !value.includes('planted')
          : value === JSON.stringify(column.becomes);
        if (!isErased) left.push(`${name}.${column.name}: ${value}`);
      }
  }
  return left;
}

/** Rows of a family that its season has not brought: what staff and banks have added to an order. */
async function addRows(user_id: number, order_id: number): Promise<void> {
  const { db } = shop.context;
  const hash = sql`(select hash from accepted_texts limit 1)`;
  const contract = sql`(select id from contracts where order_id = ${order_id})`;
  const method = sql`(select id from payment_methods where user_id = ${user_id} limit 1)`;
  const evidence = sql`${hash}, '192.0.2.1', 'browser', now()`;
  await db.execute(sql`insert into refund_requests (order_id, user_id, type, text_hash, ip, user_agent,
      requested_at, status, decided_at, ended_at, reason, check_number)
    values (${order_id}, ${user_id}, 0, ${evidence}, 'declined', now(), now(), 'no', '12')`);
  await db.execute(sql`insert into aid_awards (period_id, program_group_id, first_name, last_name, kind,
      amount_cents, student_id, code, made_by_id, made_at, ended_at, end_reason)
    select period_id, program_group_id, 'Ada', 'Brandt', 'pays', 100, student_id, 'AWARD-' || id, user_id,
      now(), now(), 'no' from orders where id = ${order_id}`);
  await db.execute(sql`insert into reassign_approvals (order_id, user_id, text_hash, ip, user_agent,
    requested_at) values (${order_id}, ${user_id}, ${evidence})`);
  await db.execute(sql`insert into mandates (user_id, payment_method_id, order_id, text_hash, ip, user_agent,
    accepted_at) values (${user_id}, ${method}, ${order_id}, ${evidence})`);
  await db.execute(sql`insert into order_refunds (order_id, request_key, amount_cents, is_whole, way,
      reference, reason, approved_by, created_at)
    values (${order_id}, ${`planted ${order_id}`}, 100, false, 'check', '13', 'why', ${user_id}, now())`);
  await db.execute(sql`insert into concessions (order_id, kind, amount_cents, reason, given_by_id, given_at)
    values (${order_id}, 'waiver', 100, 'why', ${user_id}, now())`);
  await db.execute(sql`insert into second_person_requests (order_id, subject, kind, command, amount_cents,
      reason, asked_by_id, asked_at, outcome, decided_by_id, decided_at, decline_reason)
    values (${order_id}, 'order', 'refund', '{"a": "planted"}', 100, 'why', ${user_id}, now(), 'declined',
      ${user_id}, now(), 'no')`);
  await db.execute(sql`insert into reconciliation_differences (kind, class, ref, ours_cents, theirs_cents,
      happened_at, first_seen_at, last_seen_at, explained_at, explained_by_id, explanation)
    select 'amount', 'charge', gateway_ref, 100, 90, now(), now(), now(), now(), ${user_id}, 'why'
    from charge_attempts where payment_id in (select id from payments where order_id = ${order_id})`);
  await db.execute(sql`insert into contract_amendments (order_id, number, kind, change, plan, plan_hash,
      snapshot_after, brings_texts, reason, fee_cents, counts_from, agree_by, state,
      proposed_by_id, proposed_at,
      ends_at, answered_at, answer_reason, ip, user_agent)
    select ${order_id}, 1, 'terms', '{"changes": []}', '{}', '', snapshot, false, 'why', 0, now(), 'family',
      'declined', ${user_id}, now(), now(), now(), 'no', '192.0.2.1', 'browser'
    from contracts where order_id = ${order_id}`);
  const lines = sql`select id from transactions where order_id = ${order_id}`;
  await db.execute(sql`insert into transaction_words (transaction_id, line) select id, 'why' from (${lines}) l
    on conflict do nothing`);
  await db.execute(sql`insert into contract_financial_aid (contract_id, financial_aid_code_id, code,
      amount_cents, to_confirm, notes, outcome, consequence, reason, decided_by_id, decided_at)
    values (${contract}, (select id from financial_aid_codes limit 1), 'CODE', 100, true, 'note', 'declined',
      'difference', 'no', ${user_id}, now())`);
}

/** A family with a paid contract, and a text of its own in each column that is erased some day. */
async function plantedFamily() {
  const { app, context } = shop;
  const offer = await anOffer(app, 'hm', 'hm-lower', 'Round trip');
  const family = await aBuyer(app, { has_medical_concerns: true, medical_concerns: 'allergic' });
  const [{ id: user_id }] = (await family.call('GET', '/user')).items;
  const body = { contract: aContract(family, offer, 'HML-RT-S2'), payment: aCard() };
  const [order] = (await checkOut(app, family, body)).items;
  await drainJobs(context, ['orders.make-documents', 'outbox.drain']);
  await addRows(user_id, order.id);
  await context.db.execute(sql`update payments set status = 'paid', paid_at = now(), next_try_on = null
    where order_id = ${order.id}`);
  await plant(user_id);
  await context.db.execute(sql`update orders set price_snapshot = jsonb_set(price_snapshot, '{later}',
    '[{"method": "planted"}, {"method": null}]') where id = ${order.id}`);
  await context.db.execute(sql`update outbox set words = '{"reason": "planted"}',
    payload = payload || '{"name": "planted"}' where sent_at is not null`);
  return { ...family, user_id, order_id: order.id };
}

/** Tables of people that an account keeps after the years of its contracts. */
const STAYING = ['users', 'students', 'payment_methods', 'mandates', 'outbox'];

describe('a table that holds people', () => {
  it('is in a family’s copy, but for applicants, who have no account', () => {
    expect(ofFamilies.map(({ table }) => getTableName(table)).toSorted()).toEqual(
      Object.keys(FAMILY_TABLES).toSorted(),
    );
  });

  /** @shows H11.4 H11.7 */
  it('has each column erased at the moment that its declaration says', async () => {
    const { app, context } = shop;
    await context.db.execute(sql`update periods set ends_on = '2034-06-20'`);
    context.clock.moveToDay(plainDate('2026-04-10'));
    const { user_id, ...family } = await plantedFamily();
    const staying = await plantedFamily();
    const [before, atEnd] = [await leftAfter('account', user_id), await leftAfter('end', user_id)];
    // Every column that is erased some day has something to erase.
    const missing = ofFamilies.flatMap((erasure) =>
      [...columnsOf(erasure, 'account'), ...columnsOf(erasure, 'end')]
        .filter(({ canPlant }) => canPlant)
        .map(({ name }) => `${getTableName(erasure.table)}.${name}`)
        .filter((name) => ![...before, ...atEnd].some((left) => left.startsWith(`${name}: `))),
    );
    expect(missing).toEqual([]);
    const email = `erased-${user_id}@canary.example`;
    await context.db.execute(sql`update users set email = ${email} where id = ${user_id}`);

    context.clock.moveToDay(plainDate('2034-08-15'));
    const returned = await sessionOf(app, { ...family, email });
    const password = { current_password: family.password };
    expect((await returned.call('POST', '/family-data/delete', password)).errors).toEqual([]);
    await drainJobs(context, ['outbox.drain', 'sessions.sweep']);
    expect(await leftAfter('account', user_id)).toEqual([]);
    expect((await leftAfter('end', user_id)).length).toBeGreaterThan(10);

    await context.db.execute(sql`update periods set ends_on = '2026-06-20'`);
    const offset_ms = context.clock.now().getTime() - Date.now();
    await context.db.execute(sql`update clock_settings set offset_ms = ${offset_ms}`);
    await drainJobs(context, ['contracts.destroy', 'contracts.destroy']);
    expect(await leftAfter('end', user_id)).toEqual([]);
    // A family that stays keeps its account, students and cards, and nothing that only contracts needed.
    const tables = (await leftAfter('end', staying.user_id)).map((left) => left.split(/[.:]/)[0]);
    expect([...new Set(tables)]).toEqual(expect.arrayContaining(['users', 'students', 'payment_methods']));
    expect(tables.filter((name) => !STAYING.includes(name!))).toEqual([]);
    const { rows } = await context.db.execute(sql`select kind from outbox
      where payload ->> 'order_id' = ${String(staying.order_id)} and last_error is not null`);
    expect(rows, 'mails about the account stay, mails about the order do not').toEqual([]);
  });
});
