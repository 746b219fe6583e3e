import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addDays, type PlainDate } from '#kit/plain-date.ts';
import { ACCOUNTS } from '#modules/billing/ledger/postings.ts';
import { onFourPayments, untilDay, type PayingFamily } from '#tests/support/app/payment-days.ts';
import { sessionOf } from '#tests/support/app/people.ts';
import { aCard, openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { closesFrom, firstOfMonth, lastOfMonth, nextMonth } from './month.ts';

vi.setConfig({ testTimeout: 60_000 });

let shop: SeasonApp;
let owner: StaffMember;
let clerk: StaffMember;
let family: PayingFamily;
let month: PlainDate;
beforeAll(async () => {
  shop = await openSeasonApp();
  // A debit of the last days of a month is returned in the next one.
  shop.context.clock.moveTo(new Date('2026-04-28T14:00:00Z'));
  owner = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleSuperAdmin' });
  clerk = await aStaffMember(shop.app, shop.context.db);
  family = await onFourPayments(shop, aCard());
  month = firstOfMonth(shop.context.clock.today());
}, 60_000);
afterAll(() => shop.close());

const calls = async (who: StaffMember, ...[method, path, body]: Parameters<StaffMember['call']>) =>
  (await sessionOf(shop.app, who)).call(method, path, body);
const ledger = async (query = '') => (await calls(owner, 'GET', `/admin/reports/ledger${query}`)).items[0];
const nameAll = async () => {
  for (const account of ACCOUNTS) {
    const path = `/admin/reports/ledger/accounts/${account}`;
    const body = { name: `Chart of ${account}`, number: '4000', class: null, version: 0 };
    expect((await calls(owner, 'PUT', path, body)).status).toBe(200);
  }
};
const fileOf = async (report: string, query: object) => {
  const { items, errors } = await calls(owner, 'POST', '/admin/reports/files', { report, query });
  if (!items?.[0]) throw new Error(errors.join());
  return (await shop.app.inject({ method: 'GET', url: items[0].path })).rawPayload;
};
const close = () => calls(owner, 'POST', '/admin/reports/ledger/months', { month });
const oneRow = async (query: ReturnType<typeof sql>) => (await shop.context.db.execute(query)).rows[0];

describe('the ledger outside', () => {
  /** @shows RP3.1 */
  it('has the postings of a span by day and account, balanced each day', async () => {
    const { days, totals, from, thru } = await ledger(`?from=${month}&thru=${lastOfMonth(month)}`);
    expect([from, thru]).toEqual([month, lastOfMonth(month)]);
    expect(days).toHaveLength(1);
    expect(days[0].debit_cents).toBe(days[0].credit_cents);
    expect(days[0].accounts).toEqual([
      { account: 'gateway', debit_cents: 123_600, credit_cents: 0 },
      { account: 'contracts', debit_cents: 0, credit_cents: 120_000 },
      { account: 'surcharges', debit_cents: 0, credit_cents: 3_600 },
    ]);
    expect(totals).toEqual(days[0].accounts);
  });

  /** @shows RP3.1 */
  it('opens the rows behind a sum, with their orders, and the same sum', async () => {
    const query = `from=${month}&thru=${lastOfMonth(month)}&account=contracts`;
    const { rows, total, credit_cents } = (await calls(owner, 'GET', `/admin/reports/journal?${query}`))
      .items[0];
    expect([total, credit_cents]).toEqual([1, 120_000]);
    expect(rows).toMatchObject([
      { order_id: family.order_id, kind: 'charge', amount_cents: -120_000, booked_on: family.due[0] },
    ]);
    expect(rows[0].contract_number).toMatch(/^\d\d-HM-/);
  });

  it('refuses a span that ends before it begins, or is longer than a year and a half', async () => {
    const path = '/admin/reports/ledger';
    const backwards = await calls(owner, 'GET', `${path}?from=2026-05-02&thru=2026-05-01`);
    expect([backwards.status, backwards.errors]).toEqual([422, ['The last day is before the first day.']]);
    expect((await calls(owner, 'GET', `${path}?from=2024-01-01&thru=2026-05-01`)).status).toBe(422);
  });

  /** @shows RP3.2 */
  it('is no file while an account of it has no name in the company’s chart', async () => {
    const asked = { report: 'ledger', query: { from: month, format: 'csv' } };
    const refused = await calls(owner, 'POST', '/admin/reports/files', asked);
    expect([refused.status, refused.errors]).toEqual([
      409,
      ['Name the account Held by the processor first.'],
    ]);
    expect((await ledger(`?from=${month}`)).unnamed).toEqual(['gateway', 'contracts', 'surcharges']);
  });

  /** @shows RP3.2 */
  it('takes names from who has the right to the company, by version', async () => {
    const path = '/admin/reports/ledger/accounts/owed';
    const body = { name: 'Receivable', number: null, class: null, version: 0 };
    expect((await calls(clerk, 'PUT', path, body)).status).toBe(403);
    await nameAll();
    const stale = await calls(owner, 'PUT', path, body);
    expect(stale.status).toBe(409);
    expect(stale.items[0]).toMatchObject({ current: { name: 'Chart of owed', version: 1 } });
    expect((await calls(owner, 'PUT', path, { ...body, version: 1 })).items[0]).toMatchObject({
      name: 'Receivable',
      version: 2,
    });
    const tabbed = await calls(owner, 'PUT', path, { ...body, name: 'A\tB', version: 2 });
    expect(tabbed.status).toBe(422);
  });

  /** @shows RP3.3 */
  it('names no person in any file', async () => {
    for (const format of ['csv', 'quickbooks_online', 'quickbooks_desktop']) {
      const content = String(await fileOf('ledger', { from: month, format }));
      expect(content).toContain('1236.00');
      expect(content).not.toMatch(/Okafor|Adaeze|example/);
    }
  });

  /** @shows RP3.5 */
  it('closes a month from the third day of the next on and keeps its files', async () => {
    const early = await close();
    expect([early.status, early.errors]).toEqual([409, ['04/2026 can be closed from 05/03/2026 on.']]);
    await untilDay(shop, closesFrom(month));
    expect((await calls(clerk, 'POST', '/admin/reports/ledger/months', { month })).status).toBe(403);
    const before = await fileOf('ledger', { from: month, format: 'quickbooks_online' });
    const entries = Number(
      (await oneRow(sql`select count(*) as n from journal where booked_on < ${nextMonth(month)}`))!.n,
    );
    expect((await close()).items).toEqual([{ month, entries }]);
    const { months } = await ledger();
    const closed = months.find((one: any) => one.month === month);
    expect(closed).toMatchObject({ is_closed: true, entries, closed_by: 'Dana Cole', can_open: true });
    expect(closed.files.map(({ name }: any) => name)).toEqual([
      'journal-2026-04.csv',
      'quickbooks-online-2026-04.csv',
      'quickbooks-desktop-2026-04.iif',
    ]);
    expect(await fileOf('month', { id: String(closed.files[1].id) })).toEqual(before);
    expect((await close()).errors).toEqual(['04/2026 is closed already.']);
  });

  /** @shows RP3.4 RP3.5 */
  it('books what comes later in the first open month, and the files stay byte for byte', async () => {
    const [file] = (await ledger()).months.find((one: any) => one.month === month).files;
    const before = await fileOf('month', { id: String(file.id) });
    const late = await oneRow(sql`with event as (
        insert into journal (kind, ref, at) values ('fee', 'late', ${new Date('2026-04-29T12:00:00Z')})
        returning id, booked_on::text
      ), sides as (insert into postings (journal_id, account, amount_cents)
        select id, account, cents from event,
          (values ('gateway', -30), ('processor_fees', 30)) as s (account, cents))
      select booked_on from event`);
    expect(late).toEqual({ booked_on: nextMonth(month) });
    const online = String(await fileOf('ledger', { from: nextMonth(month), format: 'quickbooks_online' }));
    expect(online).toContain('Of 04/29/2026, booked after its month was closed');
    expect(await fileOf('month', { id: String(file.id) })).toEqual(before);
    const row = await oneRow(
      sql`select encode(sha256, 'hex') as sha from closed_month_files where id = ${file.id}`,
    );
    expect(row).toEqual({ sha: createHash('sha256').update(before).digest('hex') });
  });

  /** @shows RP3.6 */
  it('refuses a row that says a closed month, whoever writes the row', async () => {
    const write = (day: PlainDate) =>
      shop.context.db.execute(sql`insert into journal (kind, ref, at, booked_on)
        values ('fee', ${day}, now(), ${day})`);
    await expect(write(lastOfMonth(month))).rejects.toMatchObject({ cause: { code: '23514' } });
    await write(nextMonth(month));
    await expect(
      shop.context.db.execute(sql`update closed_month_files set size_bytes = 1`),
    ).rejects.toMatchObject({ cause: { code: expect.any(String) } });
  });

  /** @shows RP3.5 */
  it('opens the last closed month again, with a reason, and not one whose successor is closed', async () => {
    await untilDay(shop, closesFrom(nextMonth(month)));
    const second = { month: nextMonth(month) };
    expect((await calls(owner, 'POST', '/admin/reports/ledger/months', second)).status).toBe(200);
    const open = (of: PlainDate, reason = 'A booking is missing.') =>
      calls(owner, 'POST', `/admin/reports/ledger/months/${of}/open`, { reason });
    expect((await open(month)).errors).toEqual(['Open 05/2026 first.']);
    expect((await open(nextMonth(month))).status).toBe(200);
    expect((await open(nextMonth(month))).errors).toEqual(['05/2026 is open.']);
    const logged = await oneRow(sql`select action, detail -> 'after' as after from audit_log
      where action like 'ledger_month.%' order by id desc limit 1`);
    expect(logged).toEqual({ action: 'ledger_month.open', after: { is_closed: false } });
    expect((await calls(owner, 'POST', '/admin/reports/ledger/months', second)).status).toBe(200);
  });

  /** @shows RP3.4 */
  it('lets a booking wait for a closing, and books it in the next month', async () => {
    await untilDay(shop, closesFrom(nextMonth(nextMonth(month))));
    const third = nextMonth(nextMonth(month));
    const [closed] = await Promise.all([
      calls(owner, 'POST', '/admin/reports/ledger/months', { month: third }),
      shop.context.db.execute(sql`insert into journal (kind, ref, at)
        values ('fee', 'race', ${new Date(`${addDays(third, 3)}T12:00:00Z`)})`),
    ]);
    expect(closed.status).toBe(200);
    const row = await oneRow(sql`select booked_on::text as day from journal where ref = 'race'`);
    const counted = await oneRow(sql`select count(*)::int as n from journal
      where booked_on between ${third} and ${lastOfMonth(third)}`);
    expect([addDays(third, 3), nextMonth(third)]).toContain(row!.day);
    expect(counted).toEqual({ n: closed.items[0].entries });
  });

  /** @shows RP3.3 */
  it('is one file for QuickBooks Desktop, with every day of a span above a thousand lines', async () => {
    const from = firstOfMonth(addDays(shop.context.clock.today(), 40));
    const thru = addDays(from, 519);
    await shop.context.db.execute(sql`with event as (
        insert into journal (kind, ref, at)
        select 'fee', 'long-' || day, ${new Date(`${from}T17:00:00Z`)}::timestamptz + day * interval '1 day'
          from generate_series(0, 519) as day returning id
      )
      insert into postings (journal_id, account, amount_cents)
      select id, account, cents from event,
        (values ('gateway', -30), ('processor_fees', 30)) as s (account, cents)`);
    const { days, totals, online_files } = await ledger(`?from=${from}&thru=${thru}`);
    expect([days.length, online_files]).toEqual([520, 2]);
    const content = String(await fileOf('ledger', { from, thru, format: 'quickbooks_desktop' }));
    const sums = new Map<string, number>();
    for (const line of content.split('\r\n')) {
      const [type, , , account = '', , , amount] = line.split('\t');
      if (type === 'TRNS' || type === 'SPL')
        sums.set(account, (sums.get(account) ?? 0) + Math.round(Number(amount) * 100));
    }
    const ofLedger = totals.map(({ account, debit_cents, credit_cents }: any) => [
      `Chart of ${account}`,
      debit_cents - credit_cents,
    ]);
    expect([...sums].toSorted()).toEqual(ofLedger.toSorted());
    expect(ofLedger).toContainEqual(['Chart of processor_fees', 520 * 30]);
  });
});
