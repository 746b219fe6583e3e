import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '#kit/durations.ts';
import { drainOutbox } from '#platform/outbox/outbox.ts';
import { logInAs } from '#tests/support/app/people.ts';
import { anOffer, openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { aQuietContract, CAUSES } from '#tests/support/app/work-causes.ts';
import { mailRedWork, workEmails } from './work-mail.service.ts';

let shop: SeasonApp;
let dana: StaffMember;
let lee: StaffMember;
beforeAll(async () => {
  shop = await openSeasonApp();
  dana = await aStaffMember(shop.app, shop.context.db);
  lee = await aStaffMember(shop.app, shop.context.db, { first_name: 'Lee' });
});
afterAll(() => shop.close());

const setMail = (who: StaffMember, is_on: boolean) => who.call('PUT', '/admin/work-mail', { is_on });

/** The emails of a run at 7:00. */
async function mailed() {
  const before = shop.context.mail.sent.length;
  await mailRedWork(shop.context);
  await drainOutbox(shop.context, workEmails(shop.context));
  return shop.context.mail.sent.slice(before);
}

/** @shows OF9.5 */
it('mails own red entries once a day to who switched it on, and names nobody', async () => {
  const offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  const about = await aQuietContract(shop, dana, offer);
  const subject = await CAUSES.special_request.begin(about);
  const claim = (who: StaffMember, version: number, changes: object = {}) =>
    who.call('PUT', '/admin/worklist/claim', {
      kind: 'special_request',
      subject,
      owner_id: who.user_id,
      hidden_until: null,
      note: null,
      is_done: false,
      version,
      ...changes,
    });
  expect((await claim(dana, 0)).errors).toEqual([]);
  expect((await dana.call('GET', '/admin/work-mail')).items).toEqual([{ is_on: false }]);
  expect(await mailed()).toEqual([]);

  expect((await setMail(dana, true)).items).toEqual([{ is_on: true }]);
  expect((await setMail(lee, true)).items).toEqual([{ is_on: true }]);
  const [mail, ...others] = await mailed();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: [dana.email], subject: 'One of your entries on the worklist is red' });
  expect(mail!.text).toContain('Special request: 1, the oldest for 10 days');
  expect(mail!.text).toContain('/admin/worklist?owner=mine');
  const names = await shop.context.db.execute<{ name: string }>(
    sql`select first_name || ' ' || last_name as name from students`,
  );
  for (const { name } of names.rows) expect(mail!.text).not.toContain(name);
  expect(await mailed()).toEqual([]);

  shop.context.clock.advanceMs(DAY_MS);
  dana = { ...dana, ...(await logInAs(shop.app, dana)) };
  expect((await setMail(dana, false)).items).toEqual([{ is_on: false }]);
  expect(await mailed()).toEqual([]);
});
