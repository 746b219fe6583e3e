import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#kit/durations.ts';
import { addDays } from '#kit/plain-date.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { logInAs } from '#tests/support/app/people.ts';
import { onFourPayments, type PayingFamily } from '#tests/support/app/payment-days.ts';
import { aCard, openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';

let shop: SeasonApp;
let staff: StaffMember;
let dispatcher: StaffMember;
let family: PayingFamily;
let child: { id: number; user_id: number };

beforeAll(async () => {
  shop = await openSeasonApp();
  shop.context.clock.moveTo(new Date('2026-04-10T14:00:00Z'));
  staff = await aStaffMember(shop.app, shop.context.db);
  dispatcher = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleDispatcher' });
  family = await onFourPayments(shop, aCard());
  const { rows } = await shop.context.db.execute<typeof child>(
    sql`select student_id::int as id, user_id::int from orders where id = ${family.order_id}`,
  );
  child = rows[0]!;
  await drainJobs(shop.context, ['outbox.drain']);
  shop.context.mail.sent.length = 0;
});
afterAll(() => shop.close());

const run = (statement: ReturnType<typeof sql>) => shop.context.db.execute(statement);

async function onNextDay(): Promise<void> {
  shop.context.clock.moveToDay(addDays(shop.context.clock.today(), 1), 10);
  staff = { ...staff, ...(await logInAs(shop.app, staff)) };
}

async function sentNow(): Promise<string[]> {
  await drainJobs(shop.context, ['outbox.drain']);
  const sent = shop.context.mail.sent.splice(0);
  return sent.filter(({ to }) => to.includes(family.email)).map(({ subject }) => subject);
}

async function statusOf(path: string, who = staff): Promise<number> {
  return (await who.call('POST', path)).status;
}

const audited = async (action: string) =>
  (await run(sql`select subject, actor_id::int as by from audit_log where action = ${action}`)).rows;

const paymentPath = async (n: number) => {
  const { rows } = await run(sql`select id from payments
    where order_id = ${family.order_id} and payment_number = ${n}`);
  return `/order/${family.order_id}/payment/${String(rows[0]!['id'])}/reminder`;
};

/** @shows OF1.11 */
describe('staff mail a family', () => {
  it('how to verify its address, once a day, until the address is verified', async () => {
    const path = `/admin/parents/${child.user_id}/verification-mail`;
    expect([await statusOf(path, dispatcher), await statusOf(path)]).toEqual([200, 409]);
    expect(await sentNow()).toHaveLength(1);
    await onNextDay();
    expect(await statusOf(path)).toBe(200);
    expect(await sentNow()).toHaveLength(1);
    await run(sql`update users set email_verified_at = now() where id = ${child.user_id}`);
    await onNextDay();
    expect((await staff.call('POST', path)).errors).toEqual([
      'The address of the account has already been verified.',
    ]);
    expect(await statusOf(`/admin/parents/${staff.user_id}/verification-mail`)).toBe(404);
    expect(await audited('account.ask_verification')).toEqual([
      { subject: `user:${child.user_id}`, by: dispatcher.user_id },
      { subject: `user:${child.user_id}`, by: staff.user_id },
    ]);
  });

  /** @shows OF10.1 */
  it('a link to a new password, once in ten minutes, which opens the account', async () => {
    const path = `/admin/parents/${child.user_id}/reset-mail`;
    const colleague = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleDispatcher' });
    expect([await statusOf(path, colleague), await statusOf(path)]).toEqual([200, 409]);
    await drainJobs(shop.context, ['outbox.drain']);
    const [mail] = shop.context.mail.sent.splice(0).filter(({ to }) => to.includes(family.email));
    expect(mail!.subject).toBe('Reset your password');
    const { searchParams } = new URL(/https?:\/\/\S+reset-password\S*/.exec(mail!.text)![0]);
    expect(searchParams.get('email')).toBe(family.email);
    shop.context.clock.advanceMs(10 * MINUTE_MS);
    expect(await statusOf(path)).toBe(200);
    expect(await sentNow()).toEqual(['Reset your password']);
    expect(await statusOf(`/admin/parents/${staff.user_id}/reset-mail`)).toBe(404);
    expect(await audited('account.mail_reset')).toEqual([
      { subject: `user:${child.user_id}`, by: colleague.user_id },
      { subject: `user:${child.user_id}`, by: staff.user_id },
    ]);
  });

  /** @shows OF10.1 */
  it('to add a new payment method, once a day', async () => {
    const path = `/admin/parents/${child.user_id}/method-mail`;
    const colleague = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleDispatcher' });
    expect(await statusOf(path, colleague)).toBe(403);
    expect([await statusOf(path), await statusOf(path)]).toEqual([200, 409]);
    expect(await sentNow()).toEqual(['Please add a new card or bank account']);
    await onNextDay();
    expect(await statusOf(path)).toBe(200);
    expect(await sentNow()).toHaveLength(1);
    expect(await statusOf(`/admin/parents/${staff.user_id}/method-mail`)).toBe(404);
    expect(await audited('account.ask_method')).toEqual([
      { subject: `user:${child.user_id}`, by: staff.user_id },
      { subject: `user:${child.user_id}`, by: staff.user_id },
    ]);
  });

  it('that a photo is missing, once a day, until there is one', async () => {
    const path = `/admin/students/${child.id}/photo-mail`;
    expect([await statusOf(path), await statusOf(path)]).toEqual([200, 409]);
    const [subject, ...more] = await sentNow();
    expect(subject).toContain('Please add a photo of');
    expect(more).toEqual([]);
    await onNextDay();
    await run(sql`insert into student_images (student_id, path, created_at)
      values (${child.id}, 'students/none.jpg', now())`);
    expect((await staff.call('POST', path)).errors).toEqual(['The student already has a photo.']);
    await run(sql`delete from student_images where student_id = ${child.id}`);
    expect((await audited('student.ask_photo')).length).toBe(1);
  });

  it('what it owes and what comes next, once a day, until it has paid', async () => {
    const [paid, open] = [await paymentPath(1), await paymentPath(2)];
    expect((await staff.call('POST', paid)).status).toBe(409);
    const colleague = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleDispatcher' });
    expect(await statusOf(open, colleague)).toBe(403);
    expect([await statusOf(open), await statusOf(open)]).toEqual([200, 409]);
    expect(await sentNow()).toEqual([expect.stringMatching(/^Your payment of .* is due on /)]);
    await onNextDay();
    await run(sql`update payments set status = 'needs_method', next_try_on = null
      where order_id = ${family.order_id} and payment_number = 2`);
    expect(await statusOf(open)).toBe(200);
    expect(await sentNow()).toEqual([expect.stringMatching(/^Please pay \$[\d,.]+, due /)]);
    expect((await audited('payment.remind')).length).toBe(2);
  });
});
