import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeCatalog } from '#tests/support/app/change-catalog.ts';
import { onFourPayments, type PayingFamily } from '#tests/support/app/payment-days.ts';
import { aCard, openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import type { AuditRow } from './audit.contract.ts';

let shop: SeasonApp;
let staff: StaffMember;
let family: PayingFamily;

beforeAll(async () => {
  shop = await openSeasonApp();
  staff = await aStaffMember(shop.app, shop.context.db);
  family = await onFourPayments(shop, aCard());
});
afterAll(() => shop.close());

const rowsOf = async (query: string): Promise<AuditRow[]> =>
  (await staff.call('GET', `/admin/audit?${query}`)).items[0].rows;

async function editSecondPayment(): Promise<number> {
  const { payments } = (await staff.call('GET', `/order/${family.order_id}`)).items[0];
  const path = `/order/${family.order_id}/payment/${payments[1].id}`;
  const { version, amount } = (await staff.call('GET', path)).items[0];
  const edit = { version, amount: amount - 10, adjustment_reason: 'Rides less' };
  expect((await staff.call('PUT', path, edit)).errors).toEqual([]);
  return payments[1].id;
}

describe('the audit log', () => {
  /** @shows HE2.3 */
  it('names the subject, and the page of an order, a family, a colleague, a season', async () => {
    const payment_id = await editSecondPayment();
    const [edited] = await rowsOf('action=payment.edit');
    expect(edited).toMatchObject({
      subject: `payment:${payment_id}`,
      name: `Payment 2 of order ${family.order_id}`,
      page: { kind: 'order', id: family.order_id },
      before: { amount_cents: expect.any(Number) },
      after: { amount_cents: expect.any(Number) },
      texts: { reason: 'Rides less' },
    });
    const { rows } = await shop.context.db.execute<{ id: string; version: string; period: string }>(
      sql`select r.id, r.version, s.period_id as period from routes r
        join period_programs s on s.id = r.period_program_id
        where r.name = 'Round trip' order by r.id limit 1`,
    );
    const [id, version] = [Number(rows[0]!.id), Number(rows[0]!.version)];
    const change = { op: 'update', kind: 'route', id, version, fields: { capacity: 77 } };
    expect((await changeCatalog(shop.app, staff, [change])).errors).toEqual([]);
    const [changed] = await rowsOf(`subject=route:${id}`);
    expect(changed).toMatchObject({
      name: 'Round trip',
      page: { kind: 'season', id: Number(rows[0]!.period), object: `route:${id}` },
      after: { capacity: 77 },
    });
    await staff.call('GET', `/admin/students/${family.student_id}`);
    const [read] = await rowsOf('action=student.read');
    expect(read!.page).toMatchObject({ kind: 'student', id: family.student_id });
    const { rows: charges } = await shop.context.db.execute<{ id: string }>(
      sql`select id from charge_attempts order by id limit 1`,
    );
    await shop.context.db.execute(sql`insert into audit_log (at, action, subject)
      values (now(), 'billing.charge_cannot_be_told', ${`charge_attempt:${charges[0]!.id}`})`);
    const [unknown] = await rowsOf('action=billing.charge_cannot_be_told');
    expect(unknown!.page).toMatchObject({ kind: 'order', id: family.order_id });
    const [begun] = await rowsOf(`action=session.begin&subject=user:${staff.user_id}`);
    expect(begun).toMatchObject({ page: { kind: 'staff', id: staff.user_id } });
  });

  /** @shows HE2.4 */
  it('of an order has its payments, and of a family also its children and orders', async () => {
    const payment_id = await editSecondPayment();
    await staff.call('GET', `/order/${family.order_id}`);
    await staff.call('GET', `/admin/students/${family.student_id}`);
    const another = await onFourPayments(shop, aCard());
    await staff.call('GET', `/order/${another.order_id}`);
    const ofOrder = await rowsOf(`about=order:${family.order_id}`);
    expect(new Set(ofOrder.map(({ subject }) => subject))).toEqual(
      new Set([`order:${family.order_id}`, `payment:${payment_id}`]),
    );
    const ofFamily = await rowsOf(`about=user:${family.user_id}`);
    expect(ofFamily.map(({ subject }) => subject.split(':')[0])).toEqual(
      expect.arrayContaining(['order', 'payment', 'student']),
    );
    expect(ofFamily.map(({ subject }) => subject)).not.toContain(`order:${another.order_id}`);
    const [{ audit }] = (await staff.call('GET', `/admin/parents/${family.user_id}`)).items;
    expect(audit.map(({ subject }: AuditRow) => subject)).toContain(`payment:${payment_id}`);
    expect(await rowsOf('about=nothing')).toEqual([]);
  });
});
