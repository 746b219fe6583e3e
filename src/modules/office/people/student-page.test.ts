import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { changeOf, propose } from '#tests/support/app/amendments.ts';
import {
  acceptancesOf,
  aBuyer,
  aCard,
  aContract,
  anOffer,
  checkOut,
  openSeasonApp,
  type Buyer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { sendFile } from '#tests/support/app/upload-photo.ts';
import { ONE_PIXEL } from '#tests/support/corpora/one-pixel.ts';
import { recordTexts } from '#tests/support/database/record-statements.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let shop: SeasonApp;
let staff: StaffMember;
let dispatcher: StaffMember;
let buyer: Buyer & { order_id: number };

const read = async (who: StaffMember = staff) =>
  (await who.call('GET', `/admin/students/${buyer.student_id}`)).items[0];

async function formOf() {
  const { parent: _, contracts: __, awards: ___, waiting: ____, ...fields } = await read();
  return fields;
}

const save = async (changes: object) =>
  staff.call('PUT', `/admin/students/${buyer.student_id}`, { ...(await formOf()), ...changes });

const mails = async () =>
  (
    await shop.context.db.execute<{ payload: { fields: string[] } }>(
      sql`select payload from outbox where kind = 'students.changed_by_staff' order by id`,
    )
  ).rows.map(({ payload }) => payload.fields);

beforeAll(async () => {
  shop = await openSeasonApp();
  shop.context.clock.moveTo(new Date('2026-04-10T16:00:00Z'));
  staff = await aStaffMember(shop.app, shop.context.db);
  dispatcher = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleDispatcher' });
  const roundTrip = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  const family = await aBuyer(shop.app);
  const { items } = await checkOut(shop.app, family, {
    contract: aContract(family, roundTrip, 'HML-RT-FE'),
    payment: aCard(),
    acceptances: acceptancesOf(roundTrip).filter(({ kind }) => kind !== 'ach'),
  });
  buyer = { ...family, order_id: items[0].id };
});
afterAll(() => shop.close());

describe('the page of a student', () => {
  /** @shows OF10.4 */
  it('has contracts, aid and waiting places, and leaves the row of a read child', async () => {
    const page = await read();
    expect(page.contracts).toEqual([
      expect.objectContaining({ order_id: buyer.order_id, status: 'active', changed: [], changed_care: [] }),
    ]);
    expect([page.awards, page.waiting]).toEqual([[], []]);
    const { rows } = await shop.context.db.execute<{ n: number }>(sql`select count(*)::int as n from audit_log
      where action = 'student.read' and subject = ${`student:${buyer.student_id}`}`);
    expect(rows[0]!.n).toBeGreaterThan(0);
  });

  it('asks the database for at most twelve statements beside the transaction of the log', async () => {
    await read();
    const asked = await recordTexts(read);
    const others = asked.filter((text) => !/session|user_roles|^(begin|commit)/i.test(text));
    expect(others.length).toBeLessThanOrEqual(12);
  });

  it('is changed by the rules of the family, who is mailed which fields changed', async () => {
    const { status, errors } = await save({ phone_home: '914-555-0177', custody_notes: 'Ask the aunt' });
    expect([status, errors]).toEqual([200, []]);
    expect(await mails()).toEqual([['phone_home']]);
    expect((await save({ guardian_1_email: 'nobody' })).status).toBe(422);
    expect((await save({ version: 1 })).status).toBe(409);
    expect((await save({})).status).toBe(200);
    expect(await mails()).toHaveLength(1);
  });

  it('gets the photo that the family sent, and loses it again; the family is mailed each time', async () => {
    const url = `/admin/students/${buyer.student_id}/photo`;
    const [taken, refused] = [
      await sendFile(shop.app, url, { who: staff, content: ONE_PIXEL }),
      await sendFile(shop.app, url, { who: staff, content: Buffer.from('no picture') }),
    ];
    expect([taken.status, refused.status, refused.fields]).toEqual([200, 422, { file: expect.anything() }]);
    expect((await sendFile(shop.app, url, { who: staff, content: ONE_PIXEL })).status).toBe(200);
    expect((await read()).images).toHaveLength(1);
    expect((await staff.call('DELETE', url)).status).toBe(200);
    expect((await staff.call('DELETE', url)).status).toBe(200);
    expect((await read()).images).toEqual([]);
    expect((await mails()).slice(1)).toEqual([['photo'], ['photo']]);
    const { rows } = await shop.context.db.execute(sql`select detail from audit_log
      where action = 'student.change' and detail ->> 'fields' = 'photo' order by id`);
    expect(rows.map(({ detail }) => detail)).toEqual([
      expect.objectContaining({ before: { photos: 0 }, after: { photos: 1 } }),
      expect.objectContaining({ before: { photos: 1 }, after: { photos: 0 } }),
    ]);
  });

  it('names what differs from the contract in force, care texts with the right alone', async () => {
    const [{ changed }] = (await read()).contracts;
    expect(changed).toEqual([{ field: 'phone_home', signed: expect.any(String), on_file: '914-555-0177' }]);
    await save({ has_medical_concerns: true, medical_concerns: 'Canary nuts' });
    const [{ changed_care }] = (await read()).contracts;
    expect(changed_care.map(({ field }: { field: string }) => field)).toContain('medical_concerns');
    expect((await read(dispatcher)).contracts[0].changed_care).toEqual(changed_care);
    expect(await read(dispatcher)).not.toHaveProperty('awards');
  });

  it('is taken into the contract by an amendment without money, and differs no more', async () => {
    const change = await changeOf(staff, buyer.order_id, { student: 'on_file', agree_by: 'none' });
    const { items, errors } = await propose(shop, staff, { order_id: buyer.order_id, change });
    expect(errors).toEqual([]);
    expect(items[0]).toMatchObject({ state: 'applied', difference_cents: 0 });
    const [contract] = (await read()).contracts;
    expect([contract.changed, contract.changed_care]).toEqual([[], []]);
  });

  it('is not changed by staff without the right, and not found once removed', async () => {
    expect((await staff.call('PUT', '/admin/students/999999', { ...(await formOf()) })).status).toBe(404);
    expect((await staff.call('DELETE', '/admin/students/999999/photo')).status).toBe(404);
  });
});
