import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { aFamily } from '#tests/support/app/people.ts';
import { aJobApplication, apply } from '#tests/support/forms/job-form.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { applicationRowShape, storedApplicationShape } from './inbox.contract.ts';

let shop: SeasonApp;
let staff: StaffMember;
beforeAll(async () => {
  shop = await openSeasonApp();
  staff = await aStaffMember(shop.app, shop.context.db);
});
afterAll(() => shop.close());
beforeEach(async () => void (await shop.context.db.execute(sql`delete from job_applications`)));

const INBOX = '/admin/applications';

async function received(changes: object = {}): Promise<number> {
  await apply(shop.app, aJobApplication(changes));
  const { rows } = await shop.context.db.execute<{ id: number }>(
    sql`select max(id)::int as id from job_applications`,
  );
  return rows[0]!.id;
}

const listed = async (query = '?state=open') =>
  (await staff.call('GET', `${INBOX}${query}`)).items[0] as {
    rows: any[];
    total: number;
    next: string | null;
  };
const namesOf = async (query = '?state=open') => (await listed(query)).rows.map(({ name }) => name);
const read = async (id: number) => (await staff.call('GET', `${INBOX}/${id}`)).items[0];

const audited = async (id: number) =>
  (
    await shop.context.db.execute<{ action: string; actor: number; detail: object }>(
      sql`select action, actor_id::int as actor, detail from audit_log where subject = ${`application:${id}`}
        order by id`,
    )
  ).rows;

describe('the inbox', () => {
  /** @shows H14.7 */
  it('lists what is open, newest first, and searches name, email, phone, position and place', async () => {
    await received({ name: 'Marisol Vega' });
    await received({
      name: 'Otis Grant',
      position: 'Mechanic',
      work_location: 'Manhattan',
      phone_mobile: '917-555-0177',
    });
    expect(await namesOf()).toEqual(['Otis Grant', 'Marisol Vega']);
    for (const search of ['otis', 'MECHANIC grant', '(917) 555-0177', '555-0177', '0177 otis', 'manhattan'])
      expect(await namesOf(`?search=${encodeURIComponent(search)}`)).toEqual(['Otis Grant']);
    expect((await listed('?search=0177')).rows[0].phone_mobile).toBe('917-555-0177');
    for (const search of ['otis driver', '%', '512 884', '555', '0178'])
      expect(await namesOf(`?search=${encodeURIComponent(search)}`)).toEqual([]);
  });

  it('shows of each application what its contract declares, and nothing sealed', async () => {
    await received({
      driver_license: 'canary-license-31',
      was_convicted: 'Yes',
      charges: 'canary charges 32',
    });
    const [row] = (await listed()).rows;
    expect(Object.keys(row).toSorted()).toEqual(Object.keys(applicationRowShape.shape).toSorted());
    const whole = await read(row.id);
    expect(Object.keys(whole).toSorted()).toEqual(Object.keys(storedApplicationShape.shape).toSorted());
  });

  it('goes page by page and loses none', async () => {
    await shop.context.db.transaction(async (tx) => {
      await received();
      for (let i = 0; i < 119; i += 1) {
        await tx.execute(sql`insert into job_applications (created_at, fingerprint, name,
            address_line_1, phone_mobile, email, date_of_birth, education_level, work_location, position,
            start_date, experience)
          values (now(), 'x', ${`Applicant ${i}`}, 'x', '718-555-0142', 'x@y.example', '1988-05-17',
          'College', 'Queens', 'Mechanic', '2026-05-04', '[]')`);
      }
    });
    const seen: number[] = [];
    const sizes: number[] = [];
    for (let after: string | null = ''; after !== null;) {
      const page = await listed(after ? `?after=${encodeURIComponent(after)}` : '');
      expect(page.total).toBe(120);
      seen.push(...page.rows.map(({ id }) => id as number));
      sizes.push(page.rows.length);
      after = page.next;
    }
    expect(sizes).toEqual([50, 50, 20]);
    expect(new Set(seen).size).toBe(120);
    expect(seen).toEqual(seen.toSorted((a, b) => b - a));
  });
});

describe('one application', () => {
  it('is read with everything that is sealed in the database, and each reading is written down', async () => {
    const id = await received({ was_convicted: 'Yes', charges: 'Speeding, 2012' });
    const shown = await read(id);
    expect(shown).toMatchObject({
      driver_license: 'NY 512 884 093',
      date_of_birth: '05/17/1988',
      start_date: '05/04/2026',
      was_convicted: 'Yes',
      charges: 'Speeding, 2012',
      state: 'new',
      experience: [{ employer: 'Bronx Transit Garage', start_date: '02/01/2019', end_date: '06/30/2024' }],
      notes: [],
      handled: null,
      is_trapped: false,
    });
    await read(id);
    const reading = { action: 'application.read', actor: staff.user_id, detail: {} };
    expect(await audited(id)).toEqual([reading, reading]);
  });

  /** @shows H14.7 */
  it('opens no answer of another applicant that was put into it', async () => {
    const [id, other] = [await received(), await received()];
    for (const column of ['experience', 'salary', 'special_skills', 'phone_mobile']) {
      const swap = sql.raw(`update job_applications a set ${column} = b.${column} from job_applications b
        where a.id in (${id}, ${other}) and b.id in (${id}, ${other}) and a.id <> b.id`);
      await shop.context.db.execute(swap);
      expect((await staff.call('GET', `${INBOX}/${id}`)).status).toBe(500);
      await shop.context.db.execute(swap);
    }
    expect((await read(id)).salary).toBe('$26 an hour');
  });

  it('is marked read and handled and new again, with who and when', async () => {
    const id = await received();
    const mark = async (state: string) => {
      expect((await staff.call('PUT', `${INBOX}/${id}`, { state })).status).toBe(200);
      const { state: now, handled } = await read(id);
      return [now, handled?.by ?? null, (await namesOf()).length, (await namesOf('?state=handled')).length];
    };
    expect(await mark('read')).toEqual(['read', null, 1, 0]);
    expect(await mark('handled')).toEqual(['handled', 'Dana Cole', 0, 1]);
    expect(await mark('handled')).toEqual(['handled', 'Dana Cole', 0, 1]);
    expect(await mark('new')).toEqual(['new', null, 1, 0]);
    const marks = (await audited(id))
      .filter(({ action }) => action === 'application.mark')
      .map(({ detail }) => detail);
    expect(marks).toEqual([
      { before: { state: 'new' }, after: { state: 'read' } },
      { before: { state: 'read' }, after: { state: 'handled' } },
      { before: { state: 'handled' }, after: { state: 'new' } },
    ]);
  });

  it('keeps what staff note of it, oldest first', async () => {
    const id = await received();
    for (const note of ['Called, no answer.', 'Comes on Monday.'])
      await staff.call('POST', `${INBOX}/${id}/notes`, { note });
    expect((await staff.call('POST', `${INBOX}/${id}/notes`, { note: ' ' })).fields).toEqual({
      note: ['The new note field is required'],
    });
    expect((await read(id)).notes.map(({ text, author }: any) => [text, author])).toEqual([
      ['Called, no answer.', 'Dana Cole'],
      ['Comes on Monday.', 'Dana Cole'],
    ]);
  });

  it('is nobody’s but staff’s, and unknown when it is', async () => {
    const id = await received();
    const parent = await aFamily(shop.app);
    expect((await parent.call('GET', `${INBOX}/${id}`)).status).toBe(403);
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PUT', '', { state: 'read' }],
      ['POST', '/notes', { note: 'x' }],
      ['POST', '/release', undefined],
    ] as const) {
      expect((await staff.call(method, `${INBOX}/987654321${path}`, body)).status).toBe(404);
    }
  });
});

describe('what took the bait', () => {
  it('waits apart; released, it is an application like any other, mailed once', async () => {
    const id = await received({ name: 'Real Person', website: 'filled by a browser' });
    expect([await namesOf(), await namesOf('?state=trapped')]).toEqual([[], ['Real Person']]);
    for (const _ of [1, 2]) expect((await staff.call('POST', `${INBOX}/${id}/release`)).status).toBe(200);
    expect([await namesOf(), await namesOf('?state=trapped')]).toEqual([['Real Person'], []]);
    await drainJobs(shop.context);
    expect(shop.context.mail.sent.filter(({ subject }) => subject.endsWith('Real Person'))).toHaveLength(1);
    expect((await audited(id)).map(({ action }) => action)).toEqual(['application.release']);
  });
});
