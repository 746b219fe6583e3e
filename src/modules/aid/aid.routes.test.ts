import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sql } from 'drizzle-orm';
import { drainOutbox } from '#platform/outbox/outbox.ts';
import { theLowerSchool } from '#tests/support/app/aid-to-confirm.ts';
import { logInAs, send, verifyEmailOf, type Answer } from '#tests/support/app/people.ts';
import {
  aBuyer,
  aCard,
  aContract,
  aStudentOf,
  checkOut,
  openSeasonApp,
  type Buyer,
  type Offer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { awardEmails } from './aid-emails.service.ts';

vi.setConfig({ testTimeout: 60_000 });

let shop: SeasonApp;
let offer: Offer;
let admin: StaffMember;
let school: StaffMember;
let ofSchool: { period_id: number; program_group_id: number };
let count = 0;

beforeAll(async () => {
  shop = await openSeasonApp();
  offer = await theLowerSchool(shop);
  admin = await aStaffMember(shop.app, shop.context.db);
  school = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleSchool', first_name: 'Hal' });
  const [row] = (
    await shop.context.db.execute<{ period_id: number; program_group_id: number }>(sql`
      select sold.period_id::int, program.program_group_id::int from period_programs sold
      join programs program on program.id = sold.program_id where sold.id = ${offer.period_program_id}`)
  ).rows;
  ofSchool = row!;
  await shop.context.db.execute(sql`insert into user_role_schools (user_id, program_group_id)
    values (${school.user_id}, ${ofSchool.program_group_id})`);
}, 60_000);
afterAll(() => shop.close());

beforeEach(async () => {
  shop.context.clock.moveTo('2026-04-10T14:00:00Z');
  await shop.context.db.execute(sql`delete from aid_awards`);
  await shop.context.db.execute(sql`delete from aid_budgets`);
  admin = { ...admin, ...(await logInAs(shop.app, admin)) };
  school = { ...school, ...(await logInAs(shop.app, school)) };
});

const post = ({ tokens }: StaffMember, path: string, payload: object): Promise<Answer> =>
  send(shop.app, {
    method: 'POST',
    url: `/admin/awards${path}`,
    headers: {
      authorization: `Bearer ${tokens.access_token}`,
      'idempotency-key': `award-${(count += 1)}`,
    },
    payload,
  });

/** Nobody else of the tests has the names. */
const aName = () => ({ first_name: `Ottilie${(count += 1)}`, last_name: 'Brandt' });

const anAward = (changes: object = {}) => ({
  ...aName(),
  grade_text: '3rd',
  kind: 'pays',
  amount_cents: 100_000,
  milli_percent: null,
  note: null,
  ...changes,
});

const grant = (staff: StaffMember, awards: object[], more: object = {}) =>
  post(staff, '', { ...ofSchool, awards, ...more });

async function aGranted(changes: object = {}, staff = admin) {
  const answer = await grant(staff, [anAward(changes)]);
  expect([answer.status, answer.errors]).toEqual([200, []]);
  return answer.items[0];
}

const aidOf = (buyer: Buyer, identifier: string, addon_ids = '') =>
  buyer.call(
    'GET',
    `/student/${buyer.student_id}/aid?route_id=${offer.route_id}&payment_term_id=${offer.term(identifier)}` +
      `&addon_ids=${addon_ids}`,
  );

const buyWith = (buyer: Buyer, financial_aid: object | undefined, identifier = 'HML-RT-FE') =>
  checkOut(shop.app, buyer, {
    contract: aContract(buyer, offer, identifier),
    payment: aCard(),
    ...(financial_aid && { financial_aid }),
  });

async function mailsAfter(work: () => Promise<unknown>) {
  await drainOutbox(shop.context, awardEmails(shop.context));
  const before = shop.context.mail.sent.length;
  await work();
  await drainOutbox(shop.context, awardEmails(shop.context));
  return shop.context.mail.sent.slice(before);
}

const auditOf = async (id: number) =>
  (
    await shop.context.db.execute<{ action: string; actor_id: number | null; detail: any; words: string[] }>(
      sql`select action, actor_id::int, detail,
          array(select text from audit_texts where audit_id = audit_log.id) as words
        from audit_log where subject = ${`award:${id}`} order by id`,
    )
  ).rows;

const listed = async (staff: StaffMember, query = '') =>
  (
    await staff.call(
      'GET',
      `/admin/awards?season=${ofSchool.period_id}&school=${ofSchool.program_group_id}${query}`,
    )
  ).items[0];

describe('an award', () => {
  /** @shows OF7.3 OF7.4 */
  it('finds the child, mails the family and stands ready at checkout, where nothing is typed', async () => {
    const name = aName();
    const buyer = await aBuyer(shop.app, name);
    await verifyEmailOf(shop.app, buyer);
    let award: any;
    const mails = await mailsAfter(
      async () => (award = await aGranted({ ...name, kind: 'off', amount_cents: 120_000 })),
    );
    expect(award).toMatchObject({ state: 'found', student: { id: buyer.student_id } });
    expect(mails.map(({ to, subject }) => [to[0], subject])).toEqual([
      [buyer.email, `Financial aid is waiting for ${name.first_name}`],
    ]);
    const [ready] = (await aidOf(buyer, 'HML-RT-FE')).items;
    expect(ready).toMatchObject({
      code: award.code,
      amount: 3000,
      text: 'Hillmark School (HM) has granted aid: you pay $3,000.00 for the year.',
      waits: false,
    });
    const bought = await buyWith(buyer, { code: ready.code, amount: ready.amount });
    expect([bought.status, bought.errors]).toEqual([200, []]);
    expect(bought.items[0].order_detail.contract.contract_detail.financial_aid).toMatchObject({
      amount: 3000,
    });
    expect((await listed(admin)).rows[0]).toMatchObject({
      state: 'used',
      has_contract: true,
      order_id: bought.items[0].id,
    });
    expect((await aidOf(buyer, 'HML-RT-FE')).items).toEqual([]);
  });

  /** @shows OF7.4 */
  it('stands ready for staff who sell to the family, and for no other family or staff', async () => {
    const name = aName();
    const buyer = await aBuyer(shop.app, name);
    const award = await aGranted({ ...name, kind: 'off', amount_cents: 120_000 });
    const askedBy = (who: Pick<Buyer, 'call'>) => aidOf({ ...buyer, call: who.call }, 'HML-RT-FE');
    expect((await askedBy(admin)).items).toEqual([
      expect.objectContaining({ code: award.code, amount: 3000, waits: false }),
    ]);
    const dispatcher = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleDispatcher' });
    const strangers = [await askedBy(dispatcher), await askedBy(await aBuyer(shop.app))];
    expect(strangers.map(({ status }) => status)).toEqual([404, 404]);
  });

  /** @shows OF7.2 */
  it('is computed on what the family chooses: a share of another term is another sum', async () => {
    const name = aName();
    const buyer = await aBuyer(shop.app, name);
    await aGranted({ ...name, kind: 'share', amount_cents: null, milli_percent: 50_000 });
    const amounts = [];
    for (const term of ['HML-RT-FE', 'HML-RT-S2']) amounts.push((await aidOf(buyer, term)).items[0].amount);
    expect(amounts).toEqual([2100, 2175]);
    const refused = await buyWith(buyer, {
      code: (await aidOf(buyer, 'HML-RT-FE')).items[0].code,
      amount: 1,
    });
    expect([refused.status, Object.keys(refused.fields)]).toEqual([422, ['financial_aid.amount']]);
  });

  /** @shows OF7.3 */
  it('is tried again when a family registers a child, and stays open between namesakes', async () => {
    const [first, second] = [aName(), aName()];
    await aGranted(first);
    await aGranted({ ...second });
    const buyer = await aBuyer(shop.app, first);
    const one = await aBuyer(shop.app, { ...second, first_name: 'Other' });
    await aBuyer(shop.app, { ...second, first_name: 'Other' });
    await grant(admin, [anAward({ ...second, first_name: 'Other' })]);
    const states = (await listed(admin)).rows.map((row: any) => [
      row.first_name,
      row.state,
      row.student?.id ?? null,
    ]);
    expect(states).toEqual([
      ['Other', 'open', null],
      [second.first_name, 'open', null],
      [first.first_name, 'found', buyer.student_id],
    ]);
    const [{ id, version }] = (await listed(admin)).rows;
    const linked = await post(admin, `/${id}/link`, { student_id: one.student_id, version });
    expect([linked.status, linked.items[0].state]).toEqual([200, 'found']);
    expect((await post(school, `/${id}/link`, { student_id: one.student_id, version })).status).toBe(403);
  });

  /** @shows OF7.5 */
  it('without a child is found by its code, for the student that the code is typed for', async () => {
    const award = await aGranted();
    const [buyer, other] = [await aBuyer(shop.app), await aBuyer(shop.app)];
    const type = (family: Buyer) =>
      family.call('POST', `/period/program/financial_aid_code/verify/${offer.period_program_id}`, {
        code: award.code.toLowerCase(),
        student_id: family.student_id,
      });
    expect(await type(buyer)).toMatchObject({ status: 200 });
    expect((await type(buyer)).items[0]).toMatchObject({ code: award.code, is_award: true });
    expect((await aidOf(buyer, 'HML-RT-FE')).items[0].amount).toBe(1000);
    expect((await type(other)).status).toBe(422);
    const claims = (await auditOf(award.id)).filter(({ action }) => action === 'award.find');
    expect(claims).toMatchObject([
      {
        actor_id: expect.any(Number),
        detail: { before: { student_id: null }, after: { student_id: buyer.student_id } },
      },
    ]);
    expect((await buyWith(other, { code: award.code, amount: 1000 })).status).toBe(422);
    expect((await buyWith(buyer, { code: award.code, amount: 1000 })).status).toBe(200);
  });

  /** @shows OF7.5 OF7.10 */
  it('without a child gets the child whose contract it is signed with, as the log says', async () => {
    const award = await aGranted();
    const buyer = await aBuyer(shop.app);
    expect((await buyWith(buyer, { code: award.code, amount: 1000 })).status).toBe(200);
    const found = (await auditOf(award.id)).filter(({ action }) => action === 'award.find');
    expect(found).toMatchObject([
      { detail: { before: { student_id: null }, after: { student_id: buyer.student_id } } },
    ]);
  });

  /** @shows OF7.4 */
  it('is free again after an order that came to nothing, for another term too', async () => {
    const name = aName();
    const buyer = await aBuyer(shop.app, name);
    const award = await aGranted(name);
    const declined = await checkOut(shop.app, buyer, {
      contract: aContract(buyer, offer, 'HML-RT-FE'),
      payment: aCard('4000000000000002'),
      financial_aid: { code: award.code, amount: 1000 },
    });
    expect(declined.status).not.toBe(200);
    expect((await listed(admin)).rows[0]).toMatchObject({ id: award.id, state: 'found' });
    expect((await buyWith(buyer, { code: award.code, amount: 1000 }, 'HML-RT-S2')).status).toBe(200);
    expect((await listed(admin)).rows[0]).toMatchObject({ id: award.id, state: 'used' });
  });

  /** @shows OF7.3 */
  it('whose name two children have is linked by staff, who see both beside it', async () => {
    const name = aName();
    const buyers = [await aBuyer(shop.app, name), await aBuyer(shop.app, name)];
    const award = await aGranted(name);
    expect(award.state).toBe('open');
    const search = encodeURIComponent(`${name.first_name} ${name.last_name}`);
    const { rows } = (await admin.call('GET', `/admin/students?search=${search}&limit=20`)).items[0];
    expect(rows.map(({ id }: { id: number }) => id).toSorted()).toEqual(
      buyers.map(({ student_id }) => student_id).toSorted(),
    );
    for (const child of rows)
      expect(child).toMatchObject({ ...name, date_of_birth: expect.any(String), parent: expect.any(Object) });
    const [first, second] = buyers;
    const linking = { student_id: second!.student_id, version: award.version };
    const linked = await post(admin, `/${award.id}/link`, linking);
    expect(linked.items[0]).toMatchObject({ state: 'found', student: { id: second!.student_id } });
    expect((await aidOf(second!, 'HML-RT-FE')).items).toHaveLength(1);
    expect((await aidOf(first!, 'HML-RT-FE')).items).toEqual([]);
  });

  /** @shows OF7.4 */
  it('that needs the office lets the order wait', async () => {
    const name = aName();
    const buyer = await aBuyer(shop.app, name);
    const award = await aGranted({ ...name, needs_confirmation: true });
    const [ready] = (await aidOf(buyer, 'HML-RT-FE')).items;
    expect(ready.waits).toBe(true);
    expect((await buyWith(buyer, { code: award.code, amount: 1000 })).status).toBe(200);
    const { rows } = await shop.context.db.execute(
      sql`select status from orders where student_id = ${buyer.student_id}`,
    );
    expect(rows).toEqual([{ status: 'awaiting_aid' }]);
  });

  /** @shows OF7.8 OF7.10 */
  it('is changed and ended while unused, with kind and amount in the audit log', async () => {
    const name = aName();
    const buyer = await aBuyer(shop.app, name);
    await verifyEmailOf(shop.app, buyer);
    const award = await aGranted(name);
    const { first_name, last_name, grade_text, note } = award;
    const change = (version: number, sums: object) =>
      admin.call('PUT', `/admin/awards/${award.id}`, {
        first_name,
        last_name,
        grade_text,
        note,
        version,
        ...sums,
      });
    const changed = await change(award.version, { kind: 'off', amount_cents: 50_000, milli_percent: null });
    expect([changed.status, changed.errors]).toEqual([200, []]);
    const stale = await change(award.version, { kind: 'off', amount_cents: 1_000, milli_percent: null });
    expect(stale.status).toBe(409);
    const entries = await auditOf(award.id);
    expect(entries.find(({ action }) => action === 'award.change')!.detail).toMatchObject({
      before: { kind: 'pays', amount_cents: 100_000 },
      after: { kind: 'off', amount_cents: 50_000 },
    });
    const mails = await mailsAfter(() =>
      post(admin, `/${award.id}/end`, { reason: 'Moved away', version: changed.items[0].version }),
    );
    expect(mails.map(({ subject }) => subject)).toEqual([`Financial aid for ${name.first_name} has ended`]);
    expect((await auditOf(award.id)).at(-1)).toMatchObject({ action: 'award.end', words: ['Moved away'] });
    const shown = async (staff: StaffMember) =>
      (await listed(staff)).rows.find(({ id }: { id: number }) => id === award.id);
    expect(await shown(admin)).toMatchObject({ state: 'ended', end_reason: 'Moved away' });
    expect(await shown(school)).not.toHaveProperty('end_reason');
    expect((await aidOf(buyer, 'HML-RT-FE')).items).toEqual([]);
    expect((await change(3, { kind: 'off', amount_cents: 1_000, milli_percent: null })).status).toBe(409);
  });

  /** @shows OF7.8 */
  it('that a contract has used is never changed', async () => {
    const name = aName();
    const buyer = await aBuyer(shop.app, name);
    const award = await aGranted(name);
    await buyWith(buyer, { code: award.code, amount: 1000 });
    const [{ version }] = (await listed(admin)).rows;
    const ended = await post(admin, `/${award.id}/end`, { reason: 'Too late', version });
    expect([ended.status, ended.errors]).toEqual([
      409,
      ['A contract has used this award, so it can’t be changed.'],
    ]);
  });

  /** @shows OF7.7 */
  it('is granted to many at once, whole or not at all', async () => {
    const twelve = Array.from({ length: 12 }, () => anAward());
    const answer = await grant(admin, twelve);
    expect([answer.status, answer.items.length]).toEqual([200, 12]);
    const before = (await listed(admin)).rows.length;
    const refused = await grant(admin, [...twelve.slice(0, 3), anAward({ last_name: '' })]);
    expect([refused.status, Object.keys(refused.fields)]).toEqual([422, ['awards.3.last_name']]);
    expect((await listed(admin)).rows).toHaveLength(before);
    expect(
      (
        await grant(
          admin,
          Array.from({ length: 501 }, () => anAward()),
        )
      ).status,
    ).toBe(422);
  });
});

describe('the calls of awards', () => {
  /** @shows OF7.11 */
  it('answer award or budget, and refuse what is unknown, stale, ended or without the right', async () => {
    const buyer = await aBuyer(shop.app, aName());
    const award = await aGranted();
    const { first_name, last_name, grade_text, note, version } = award;
    const fields = { first_name, last_name, grade_text, note, kind: 'off', amount_cents: 50_000 };
    const change = (staff: StaffMember, id: number, of: number) =>
      staff.call('PUT', `/admin/awards/${id}`, { ...fields, milli_percent: null, version: of });
    expect((await change(admin, award.id, version)).items[0]).toMatchObject({ kind: 'off', state: 'open' });
    const linking = { student_id: buyer.student_id, version: version + 1 };
    expect((await post(admin, `/${award.id}/link`, { ...linking, student_id: 9_999_999 })).status).toBe(404);
    const linked = await post(admin, `/${award.id}/link`, linking);
    expect(linked.items[0]).toMatchObject({ state: 'found', student: { id: buyer.student_id } });
    const ended = await post(admin, `/${award.id}/end`, { reason: 'Moved', version: version + 2 });
    expect(ended.items[0].state).toBe('ended');
    const budget = `/admin/awards/budgets/${ofSchool.period_id}/${ofSchool.program_group_id}`;
    const [set] = (await admin.call('PUT', budget, { amount_cents: 900_000, version: 0 })).items;
    expect((await school.call('GET', budget)).items).toEqual([set]);
    const refused = [
      await change(admin, 9_999_999, 1),
      await change(admin, award.id, version),
      await post(admin, `/${award.id}/link`, { ...linking, version: version + 3 }),
      await admin.call('PUT', budget, { amount_cents: 1, version: 0 }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([404, 409, 409, 409]);
    const dispatcher = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleDispatcher' });
    const withoutRight = [
      await dispatcher.call('GET', '/admin/awards'),
      await post(dispatcher, '', { ...ofSchool, awards: [anAward()] }),
      await change(dispatcher, award.id, 1),
      await post(dispatcher, `/${award.id}/end`, { reason: 'Moved', version }),
      await post(dispatcher, `/${award.id}/link`, linking),
      await dispatcher.call('GET', budget),
      await dispatcher.call('PUT', budget, { amount_cents: 1, version: 0 }),
    ];
    expect(withoutRight.map(({ status }) => status)).toEqual(Array(7).fill(403));
    expect((await aidOf(buyer, 'HML-RT-FE')).items).toEqual([]);
  });
});

describe('a budget', () => {
  const budget = (staff: StaffMember, body: object) =>
    staff.call('PUT', `/admin/awards/budgets/${ofSchool.period_id}/${ofSchool.program_group_id}`, body);

  /** @shows OF7.1 OF7.6 OF7.10 */
  it('shows what is given, open and left, and is passed by an administrator alone', async () => {
    const before = (await listed(admin)).budget;
    const amount_cents = before.given_cents + 500_000;
    expect((await budget(admin, { amount_cents, version: 0 })).status).toBe(200);
    expect((await budget(admin, { amount_cents, version: 7 })).status).toBe(409);
    await aGranted({ kind: 'off', amount_cents: 300_000 });
    expect((await listed(admin)).budget).toMatchObject({ open_cents: 300_000, left_cents: 200_000 });
    const above = [anAward({ kind: 'off', amount_cents: 250_000 })];
    expect(await grant(school, above)).toMatchObject({
      status: 409,
      errors: ['This award goes $500.00 above the budget.'],
    });
    expect((await grant(school, above, { is_above_budget: true })).status).toBe(403);
    expect((await grant(admin, above, { is_above_budget: true })).status).toBe(200);
    expect((await listed(admin)).budget.left_cents).toBe(-50_000);
  });

  /** @shows OF7.6 */
  it('counts what signed contracts got', async () => {
    const name = aName();
    const buyer = await aBuyer(shop.app, name);
    const award = await aGranted(name);
    const before = (await listed(admin)).budget.given_cents;
    await buyWith(buyer, { code: award.code, amount: 1000 });
    expect((await listed(admin)).budget).toMatchObject({ given_cents: before + 320_000, open_cents: 0 });
  });
});

describe('a school’s own person', () => {
  /** @shows OF7.9 OF8.6 */
  it('reads the awards of its schools, and nothing of a family in any answer', async () => {
    const name = { first_name: 'Canary-first', last_name: 'Canary-last' };
    const secret = {
      guardian_1_first_name: 'Canary-guardian',
      phone_home: '914-555-0199',
      address: '77 Canary Road',
    };
    const buyer = await aBuyer(shop.app, { ...name, ...secret });
    await aStudentOf(buyer, { ...secret, first_name: 'Canary-sibling' });
    const award = await aGranted({ ...name, contact_email: buyer.email });
    const bought = await buyWith(buyer, { code: award.code, amount: 1000 });
    const number = bought.items[0].order_detail.contract.contract_number;
    const canaries = [
      buyer.email,
      number,
      'Canary-guardian',
      'Canary-sibling',
      '555-0199',
      '77 Canary',
      'parent',
      'order_id',
    ];
    const own = await listed(school);
    const shown = own.rows.find(({ id }: { id: number }) => id === award.id);
    expect(shown).toMatchObject({ ...name, state: 'used', has_contract: true, amount_cents: 100_000 });
    const reads = shop.app.endpoints.filter(
      ({ method, guard }) => method === 'GET' && typeof guard === 'object',
    );
    const answers = [JSON.stringify(own)];
    for (const { path } of reads) {
      const url = `/api${path
        .replace(/:period_id/, String(ofSchool.period_id))
        .replace(/:program_group_id/, String(ofSchool.program_group_id))
        .replaceAll(/:\w+\??/g, String(award.id))}`;
      const headers = { authorization: `Bearer ${school.tokens.access_token}` };
      answers.push((await shop.app.inject({ method: 'GET', url, headers })).body);
    }
    expect(reads.length).toBeGreaterThan(40);
    for (const canary of canaries)
      expect([canary, answers.filter((text) => text.includes(canary))]).toEqual([canary, []]);
  });

  /** @shows OF7.9 */
  it('neither reads nor changes an award of another school', async () => {
    const { rows } = await shop.context.db.execute<{ id: number }>(sql`select id::int from program_groups
      where id <> ${ofSchool.program_group_id} limit 1`);
    const other = { ...ofSchool, program_group_id: rows[0]!.id };
    const award = (await post(admin, '', { ...other, awards: [anAward()] })).items[0];
    expect((await school.call('GET', `/admin/awards?school=${other.program_group_id}`)).status).toBe(422);
    expect((await post(school, '', { ...other, awards: [anAward()] })).status).toBe(422);
    expect((await post(school, `/${award.id}/end`, { reason: 'Not mine', version: 1 })).status).toBe(404);
  });
});
