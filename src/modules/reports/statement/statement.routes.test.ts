import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from 'drizzle-orm';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { onFourPayments, type PayingFamily } from '#tests/support/app/payment-days.ts';
import { aFamily, sessionOf } from '#tests/support/app/people.ts';
import { aCard, openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { readPdf } from '#tests/support/files/read-pdf.ts';
import { plainDate } from '#kit/plain-date.ts';
import { namedYear } from './statement.service.ts';

vi.setConfig({ testTimeout: 60_000 });

let shop: SeasonApp;
let staff: StaffMember;
let family: PayingFamily;
beforeAll(async () => {
  shop = await openSeasonApp();
  shop.context.clock.moveTo(new Date('2026-04-10T14:00:00Z'));
  staff = await aStaffMember(shop.app, shop.context.db);
  family = await onFourPayments(shop, aCard());
}, 60_000);
afterAll(() => shop.close());

const as = async (who: { email: string; password: string }) => sessionOf(shop.app, who);
const statement = async (year = 2026) =>
  (await (await as(family)).call('GET', `/statements/${year}`)).items?.[0];
async function posted(who: StaffMember, path: string, key: string, payload?: object) {
  const { tokens } = await as(who);
  const headers = { authorization: `Bearer ${tokens.access_token}`, 'idempotency-key': key };
  const answer = await shop.app.inject({ method: 'POST', url: `/api${path}`, headers, payload });
  return { status: answer.statusCode, ...answer.json() };
}
const pdf = async (path: string) => (await shop.app.inject(path)).rawPayload;

describe('the yearly statement', () => {
  /** @shows RP4.1 */
  it('lists each payment of the year with method, amount and card fee, by child and contract', async () => {
    const { children, total_cents, family: to } = await statement();
    expect(total_cents).toBe(123_600);
    expect(children).toMatchObject([
      {
        total_cents: 123_600,
        contracts: [
          {
            contract_number: expect.stringMatching(/^2\d-HM-/),
            entries: [
              {
                payment_number: 1,
                method: expect.stringMatching(/^\w+ \*{4}\d{4}$/),
                principal_cents: 120_000,
                fee_cents: 3_600,
                given_back: [],
              },
            ],
          },
        ],
      },
    ]);
    expect(to.place.join()).not.toBe('');
  });

  /** @shows RP4.3 */
  it('is offered for years with payments alone, and for no other family', async () => {
    expect((await (await as(family)).call('GET', '/statements')).items).toEqual([
      { year: 2026, is_named: false },
    ]);
    expect((await (await as(family)).call('GET', '/statements/2025')).status).toBe(404);
    const other = await aFamily(shop.app);
    expect((await other.call('GET', '/statements')).items).toEqual([]);
    const { pdf_path } = await statement();
    const [path] = pdf_path.split('?');
    expect((await shop.app.inject(path)).statusCode).toBe(401);
  });

  /** @shows RP4.2 */
  it('is a tagged paper, the same bytes until something else is said', async () => {
    const first = await pdf((await statement()).pdf_path);
    expect(await pdf((await statement()).pdf_path)).toEqual(first);
    const text = await readPdf(first);
    expect(JSON.stringify(text)).toContain('Payments of 2026');
    expect(JSON.stringify(text)).toContain('1,236.00');
    const made = await posted(staff, `/admin/order/${family.order_id}/refund`, 'refund', {
      amount_cents: 10_000,
      way: 'processor',
      reason: 'As agreed',
    });
    expect(made.status).toBe(200);
    const after = await statement();
    expect(after.children[0].contracts[0].entries[0].given_back).toMatchObject([{ is_refund: true }]);
    expect(await pdf(after.pdf_path)).not.toEqual(first);
    const { rows } = await shop.context.db.execute(sql`select edition from kept_statements order by edition`);
    expect(rows).toEqual([{ edition: 1 }, { edition: 2 }]);
  });

  /** @shows RP4.1 */
  it('is opened by staff with the right to money, who leave a row', async () => {
    const [{ pdf_path, year }] = (
      await (await as(staff)).call('GET', `/admin/parents/${family.user_id}/statements`)
    ).items;
    expect(year).toBe(2026);
    expect((await shop.app.inject(pdf_path)).statusCode).toBe(200);
    const { rows } = await shop.context.db.execute(
      sql`select subject, detail from audit_log where action = 'statement.read'`,
    );
    expect(rows).toEqual([{ subject: `user:${family.user_id}`, detail: { year: 2026 } }]);
    const dispatcher = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleDispatcher' });
    expect((await dispatcher.call('GET', `/admin/parents/${family.user_id}/statements`)).status).toBe(403);
  });

  /** @shows RP4.4 */
  it('is named from January 2 to April 15 of the next year', () => {
    const days = ['2027-01-01', '2027-01-02', '2027-04-15', '2027-04-16'].map(plainDate);
    expect(days.map(namedYear)).toEqual([undefined, 2026, 2026, undefined]);
  });

  /** @shows RP4.4 */
  it('is mailed to all who paid, after the year, once a family', async () => {
    const mail = (key: string) => posted(staff, '/admin/statements/2026/mail', key);
    const early = await mail('early');
    expect([early.status, early.errors]).toEqual([409, ['2026 is not over yet.']]);
    shop.context.clock.moveTo(new Date('2027-01-05T15:00:00Z'));
    const count = async () => (await (await as(staff)).call('GET', '/admin/statements/2026')).items[0];
    expect(await count()).toEqual({ year: 2026, families: 1, mailed: 0 });
    expect((await mail('one')).items).toEqual([{ mailed: 1 }]);
    expect((await mail('one')).items).toEqual([{ mailed: 1 }]);
    expect((await mail('two')).items).toEqual([{ mailed: 0 }]);
    expect(await count()).toEqual({ year: 2026, families: 1, mailed: 1 });
    await drainJobs(shop.context, ['outbox.drain']);
    const sent = shop.context.mail.sent.filter(
      ({ subject }) => subject === 'Your statement of 2026 is ready',
    );
    expect(sent).toHaveLength(1);
    expect(sent[0]!.text).toContain('/dashboard/statements/2026');
  });
});
