import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#kit/durations.ts';
import { missingFilesFor } from '#modules/catalog/changes/held-by-checks.service.ts';
import { changeCatalog } from '#tests/support/app/change-catalog.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';

let shop: SeasonApp;
let staff: StaffMember;
let season: number;

beforeAll(async () => {
  shop = await openSeasonApp();
  staff = await aStaffMember(shop.app, shop.context.db);
  season = await numberOf(`select id as n from periods where name = '2027'`);
});
afterAll(() => shop.close());

const rows = async (query: string): Promise<any[]> => (await shop.context.db.execute(sql.raw(query))).rows;
const numberOf = async (query: string) => Number((await rows(query))[0].n);
const checks = async (by: Pick<StaffMember, 'call'> = staff, id = season) =>
  (await by.call('GET', `/admin/seasons/${id}/checks`)).items as any[];
const neverOpens = async () => (await checks()).find(({ code }) => code === 'never_opens');
const textsOf = (items: readonly any[]) => items.map(({ text }) => text);
const put = (check: any, note = 'Opens in spring.', version = check.subject.version) =>
  staff.call('POST', `/admin/seasons/${season}/checks/put-aside`, { ...named(check), version, note });
const named = ({ code, subject: { kind, id }, field }: any) => ({ code, subject: { kind, id }, field });
const takeBack = (check: any) =>
  staff.call('POST', `/admin/seasons/${season}/checks/take-back`, named(check));
const auditsOf = (action: string) =>
  numberOf(`select count(*) as n from audit_log where action = '${action}'`);

async function change(kind: string, id: number, fields: object) {
  const { version } = (await staff.call('GET', `/admin/catalog/${kind}/${id}`)).items[0];
  return changeCatalog(shop.app, staff, [{ op: 'update', kind, id, version, fields }]);
}

describe('the checks of the demo season', () => {
  /** @shows SE6.1 SE6.3 */
  it('are calm: three are worth a look, and nothing must be mended', async () => {
    const found = await checks();
    expect(found.map(({ code, severity, text }) => [code, severity, text])).toEqual([
      [
        'surge_general',
        'look',
        'Hillmark School (HM), Lower Division, Nursery to 5th · Afternoon only: ' +
          'surge pricing has no text of its own; families accept the general one.',
      ],
      ['never_opens', 'look', 'Northgate Academy (NGA): has no opening hour and is not selling.'],
      [
        'sibling_differs',
        'look',
        'Hillmark School (HM): Lower Division, Nursery to 5th · Round trip gives siblings $250.00, ' +
          'Lower Division, Nursery to 5th · Morning only gives 10 %.',
      ],
    ]);
    expect(found[1].mend_path).toMatch(
      new RegExp(`^/admin/seasons/${season}\\?object=period_group:\\d+&field=is_active$`),
    );
  });

  it('of a year that is over are none, and an unknown year is not found', async () => {
    const over = await numberOf(`select id as n from periods where name = '2019'`);
    expect(await checks(staff, over)).toEqual([]);
    expect((await staff.call('GET', '/admin/seasons/999999/checks')).status).toBe(404);
  });

  /** @shows SE6.1 */
  it('name amounts only to staff with the right to money', async () => {
    const term = await numberOf(`select id as n from payment_terms where identifier = 'HML-RT-FE'`);
    await change('payment_term', term, { deposit: 4500 });
    const dispatcher = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleDispatcher' });
    const dear = ({ code }: any) => code === 'early_dearer';
    const [whole, plain] = [(await checks()).find(dear), (await checks(dispatcher)).find(dear)];
    expect(whole.text).toContain('"Pay in full, early" costs $4,500.00 and ends before "Pay in full"');
    expect(plain.text).toMatch(/"Pay in full, early" ends before "Pay in full" and costs more\.$/);
    await change('payment_term', term, { deposit: 4200 });
    expect(textsOf((await checks()).filter(dear))).toEqual([]);
  });

  /** @shows SE6.1 */
  it('see what the store has not, and who waits', async () => {
    const { key } = (await rows(`select content as key from content_blocks where key = 'hm_single'`))[0];
    const kept = (await shop.context.files.find(key))!;
    await shop.context.files.delete(key);
    const missing = `${key} of hm_single is not in the store.`;
    expect(textsOf(await checks())).toContain(missing);
    await shop.context.files.put(key, kept, 'image/svg+xml');
    expect(textsOf(await checks())).not.toContain(missing);
  });

  /** @shows SE6.1 */
  it('ask for no code where the school has an award, until the award is ended', async () => {
    const withoutCode = async () =>
      (await checks()).filter(({ code }) => code === 'aid_without_code').map(({ subject }) => subject.name);
    expect(await withoutCode()).toEqual([]);
    await rows(`update financial_aid_codes set is_active = false`);
    const asked = await withoutCode();
    expect(asked.length).toBeGreaterThan(0);
    const school = asked[0].split(',')[0];
    await rows(`insert into aid_awards (period_id, program_group_id, first_name, last_name, kind,
        amount_cents, code, made_by_id, made_at)
      select ${season}, id, 'Ada', 'Brandt', 'pays', 100, 'AWARD-1', ${staff.user_id}, now()
      from program_groups where text = '${school}'`);
    expect(await withoutCode()).toEqual(asked.filter((name: string) => !name.startsWith(school)));
    await rows(`update aid_awards set ended_at = now() where code = 'AWARD-1'`);
    expect(await withoutCode()).toEqual(asked);
    await rows(`update financial_aid_codes set is_active = true`);
  });
});

describe('a check that is put aside', () => {
  /** @shows SE6.3 */
  it('says who, when and why, once, and is taken back once', async () => {
    const check = await neverOpens();
    const { status, items } = await put(check);
    const by = (
      await rows(`select first_name || ' ' || last_name as name from users where id = ${staff.user_id}`)
    )[0];
    expect([status, items[0].put_aside]).toEqual([
      200,
      { note: 'Opens in spring.', by: by.name, at: shop.context.clock.now().toISOString() },
    ]);
    expect((await put(check)).status).toBe(200);
    expect(await auditsOf('check.put_aside')).toBe(1);
    expect((await takeBack(check)).items[0].put_aside).toBeNull();
    expect((await takeBack(check)).status).toBe(200);
    expect(await auditsOf('check.take_back')).toBe(1);
  });

  /** @shows SE6.3 */
  it('comes back when its object changes, and only what was shown is put aside', async () => {
    const check = await neverOpens();
    await put(check);
    await change('period_group', check.subject.id, { inactive_msg: '<p>Soon.</p>' });
    const again = await neverOpens();
    expect([again.put_aside, again.subject.version]).toEqual([null, check.subject.version + 1]);
    const stale = await put(check);
    expect([stale.status, stale.errors]).toEqual([
      409,
      ['This check is no longer what you were shown. Look at it again.'],
    ]);
    expect((await put({ ...check, code: 'full' })).status).toBe(409);
  });

  /** @shows SE6.3 */
  it('is never one that must be mended', async () => {
    const id = await numberOf(`select id as n from period_programs where period_id = ${season} limit 1`);
    const { contract_text } = (await rows(`select contract_text from period_programs where id = ${id}`))[0];
    await change('period_program', id, { contract_text: null });
    const stop = (await checks()).find(({ code }) => code === 'no_contract_text');
    const { status, errors } = await put(stop);
    expect([status, errors]).toEqual([409, ['This must be mended and cannot be put aside.']]);
    await change('period_program', id, { contract_text });
  });
});

describe('a season with something to mend', () => {
  const draft = (is_draft: boolean) => change('period', season, { is_draft });
  const breakOne = async () => {
    const id = await numberOf(
      `select pp.id as n from period_programs pp join programs p on p.id = pp.program_id
       where pp.period_id = ${season} and p.name = 'hm-lower'`,
    );
    const { contract_text } = (await rows(`select contract_text from period_programs where id = ${id}`))[0];
    await change('period_program', id, { contract_text: null });
    return () => change('period_program', id, { contract_text });
  };

  /** @shows SE6.2 */
  it('is not published before, and the answer has the checks; then it is', async () => {
    expect((await draft(true)).status).toBe(200);
    const mend = await breakOne();
    const refused = await draft(false);
    expect([refused.status, refused.errors]).toEqual([409, ['Mend 1 thing first.']]);
    expect(refused.items.map(({ code, severity }: any) => [code, severity])).toEqual([
      ['no_contract_text', 'stop'],
    ]);
    const { version } = (await staff.call('GET', `/admin/catalog/period/${season}`)).items[0];
    const publish = { op: 'update', kind: 'period', id: season, version, fields: { is_draft: false } };
    const preview = await staff.call('POST', '/admin/catalog/preview', { changes: [publish] });
    expect(preview.items[0].problems).toEqual([
      { change: 0, field: null, code: 'mend_first', sentence: 'Mend 1 thing first.' },
    ]);
    await mend();
    expect((await draft(false)).status).toBe(200);
  });

  /** @shows SE6.2 */
  it('opens no school with something to mend; another school is opened', async () => {
    const mend = await breakOne();
    const schoolOf = (path: string) =>
      numberOf(`select ppg.id as n from period_program_groups ppg
        join program_groups pg on pg.id = ppg.program_group_id
        where ppg.period_id = ${season} and pg.path = '${path}'`);
    const [hm, rcs] = [await schoolOf('hm'), await schoolOf('rcs')];
    for (const id of [hm, rcs]) await change('period_group', id, { is_active: false });
    expect((await change('period_group', hm, { is_active: true })).errors).toEqual(['Mend 1 thing first.']);
    expect((await change('period_group', rcs, { is_active: true })).status).toBe(200);
    await mend();
    expect((await change('period_group', hm, { is_active: true })).status).toBe(200);
  });

  it('has the files of its own season looked for, and of no other', async () => {
    const askedFor = async (kind: 'period' | 'period_group', id: number, fields: object) => {
      const asked: string[] = [];
      const files = { has: async (key: string) => asked.push(key) > 0 };
      const changes = [{ op: 'update' as const, kind, id, fields: { ...fields } }];
      await missingFilesFor({ db: shop.context.db, files }, changes);
      return asked.filter((key) => key.startsWith('period-program-groups/'));
    };
    const schoolIn = (period: string) =>
      numberOf(`select ppg.id as n from period_program_groups ppg join periods p on p.id = ppg.period_id
        where p.name = '${period}' order by ppg.id limit 1`);
    const ofSeason = await askedFor('period', season, { is_draft: false });
    expect(ofSeason.length).toBeGreaterThan(1);
    const opened = { is_active: true };
    expect(await askedFor('period_group', await schoolIn('2027'), opened)).toEqual(ofSeason);
    expect(await askedFor('period_group', await schoolIn('2019'), opened)).toEqual([]);
  });

  /** @shows SE6.2 SE8.3 */
  it('opens no school by its hours either, and closes one at any time', async () => {
    const hm = await numberOf(`select ppg.id as n from period_program_groups ppg
      join program_groups pg on pg.id = ppg.program_group_id
      where ppg.period_id = ${season} and pg.path = 'hm'`);
    const openNow = { is_active: true, opens_at: 'now', closes_at: null };
    const mend = await breakOne();
    expect((await change('period_group', hm, { closes_at: 'now' })).status).toBe(200);
    shop.context.clock.advanceMs(MINUTE_MS);
    expect((await change('period_group', hm, openNow)).errors).toEqual(['Mend 1 thing first.']);
    await mend();
    expect((await change('period_group', hm, openNow)).status).toBe(200);
    await change('period_group', hm, { opens_at: null });
  });
});
