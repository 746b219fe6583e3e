import { randomBytes } from 'node:crypto';
import { applicationTexts, openApplication } from './encrypted-applications.service.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVault } from '#platform/vault/vault.ts';
import { buildApp } from '#server/build-app.ts';
import { checkAllKeys, reencryptAll } from '#server/reencrypt-all.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { dumpDatabase } from '#tests/support/database/dump-database.ts';
import { send } from '#tests/support/app/people.ts';
import { findSecrets } from '#tests/support/database/find-secrets.ts';
import { aJob, aJobApplication, apply } from '#tests/support/forms/job-form.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { phoneMarks } from '#platform/vault/phone-marks.ts';
import { purgeApplications } from './apply.service.ts';

let shop: SeasonApp;
beforeAll(async () => void (shop = await openSeasonApp()));
afterAll(() => shop.close());

type Stored = Record<string, unknown> & { id: number };

async function storedOf({ email }: { email: string }): Promise<Stored[]> {
  return (await shop.context.db.execute<Stored>(sql`select * from job_applications where email = ${email}`))
    .rows;
}

const HIRING = 'careers@harborline.example';

describe('somebody who applies without an account', () => {
  /** @shows B-172 B-173 B-174 B-295 */
  it('is answered success, and every field is kept under its name', async () => {
    const form = aJobApplication({ was_convicted: 'Yes', charges: 'Speeding, 2012' });
    expect(
      (await shop.app.inject({ method: 'POST', url: '/api/employment/apply', payload: form })).json(),
    ).toEqual({ success: true });
    const [row] = await storedOf(form);
    expect(openApplication(shop.context.vault, row as never)).toMatchObject({
      name: form.name,
      address_line_1: form.address_line_1,
      address_line_2: form.address_line_2,
      phone_mobile: form.phone_mobile,
      date_of_birth: '1988-05-17',
      education_level: 'College',
      work_location: 'Queens',
      position: 'Bus Driver',
      start_date: '2026-05-04',
      salary: form.salary,
      special_skills: form.special_skills,
      experience: [aJob({ start_date: '2019-02-01', end_date: '2024-06-30' })],
      trapped_at: null,
    });
  });

  /** @shows B-295 */
  it('is told what is wrong at its field, and nothing is kept', async () => {
    const form = aJobApplication({ phone_mobile: '12', experience: [{ employer: 'A garage' }] });
    const { status, errors, fields } = await apply(shop.app, form);
    expect([status, fields]).toEqual([
      422,
      {
        phone_mobile: ['Must be in format: 123-456-7890'],
        'experience.0.job_title': ['The job title field is required'],
      },
    ]);
    expect(errors).toHaveLength(2);
    expect(await storedOf(form)).toEqual([]);
  });

  it.each([
    ['04/11/2008', 422],
    ['04/10/2008', 200],
  ])('and was born on %s is answered %i', async (date_of_birth, status) => {
    const answer = await apply(shop.app, aJobApplication({ date_of_birth }));
    expect([answer.status, answer.fields]).toEqual([
      status,
      status === 200 ? {} : { date_of_birth: ['You must be 18 or older to apply.'] },
    ]);
  });

  it('is not asked what a No makes needless: the charges are dropped', async () => {
    const form = aJobApplication({ was_convicted: 'No', charges: 'none of your business' });
    await apply(shop.app, form);
    expect((await storedOf(form))[0]).toMatchObject({ charges: null });
  });

  it('hears from the form what day it is and that it asks about convictions', async () => {
    expect((await send(shop.app, { method: 'GET', url: '/employment/form' })).items).toEqual([
      { today: '2026-04-10', asks_conviction: true },
    ]);
  });
});

describe('a deployment under the Fair Chance Act', () => {
  it('does not ask about convictions, and keeps no answer to what it did not ask', async () => {
    const { config } = shop.context;
    const app = await buildApp({ ...shop.context, config: { ...config, fairChance: true } });
    expect((await send(app, { method: 'GET', url: '/employment/form' })).items[0].asks_conviction).toBe(
      false,
    );
    const form = aJobApplication({ was_convicted: 'Yes', charges: 'Speeding, 2012' });
    expect((await apply(app, form)).status).toBe(200);
    expect((await storedOf(form))[0]).toMatchObject({ was_convicted: null, charges: null });
    await app.close();
  });
});

describe('pressing twice', () => {
  it('makes one application, at once or within a minute, with a key or without', async () => {
    for (const key of [undefined, 'press-1']) {
      const form = aJobApplication();
      const answers = await Promise.all([1, 2, 3].map(() => apply(shop.app, form, { key })));
      shop.context.clock.advanceMs(59_000);
      answers.push(await apply(shop.app, form, { key }));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(await storedOf(form)).toHaveLength(1);
    }
  });

  it('a day later is another application without a key, and the first one with it', async () => {
    const form = aJobApplication();
    for (const key of [undefined, 'press-2']) await apply(shop.app, { ...form, salary: key ?? '' }, { key });
    shop.context.clock.advanceDays(1);
    for (const key of [undefined, 'press-2']) await apply(shop.app, { ...form, salary: key ?? '' }, { key });
    const salaries = (await storedOf(form)).map(
      (row) => openApplication(shop.context.vault, row as never).salary ?? 'no key',
    );
    expect(salaries.toSorted()).toEqual(['no key', 'no key', 'press-2']);
  });

  it('with the key of other words is refused', async () => {
    await apply(shop.app, aJobApplication(), { key: 'press-3' });
    const other = aJobApplication();
    expect((await apply(shop.app, other, { key: 'press-3' })).status).toBe(409);
    expect(await storedOf(other)).toEqual([]);
  });

  /** @shows H14.7 */
  it('with the key of another salary, phone or license is refused too', async () => {
    const form = aJobApplication();
    await apply(shop.app, form, { key: 'press-5' });
    for (const change of [{ salary: '$1' }, { phone_mobile: '718-555-0143' }, { driver_license: 'NY 1' }])
      expect((await apply(shop.app, { ...form, ...change }, { key: 'press-5' })).status).toBe(409);
    expect(await storedOf(form)).toHaveLength(1);
  });

  /** @shows H14.7 */
  it('finds the first press again under a new key of the vault, and after an update', async () => {
    const { context } = shop;
    const form = aJobApplication();
    await apply(shop.app, form, { key: 'press-6' });
    const vault = createVault([randomBytes(32), Buffer.alloc(32, 'test')]);
    const app = await buildApp({ ...context, vault });
    for (const key of ['press-6', undefined]) expect((await apply(app, form, { key })).status).toBe(200);
    expect(await storedOf(form)).toHaveLength(1);
    await app.close();
    // As the update leaves an application of the version before, whose fingerprint anybody could have made.
    await context.db.execute(sql`update job_applications set fingerprint = '' where email = ${form.email}`);
    expect((await apply(shop.app, form, { key: 'press-6' })).status).toBe(200);
    expect(await storedOf(form)).toHaveLength(1);
  });
});

describe('five an hour from one network', () => {
  const from = '203.0.113.50';

  it('are taken, the sixth is not, and an hour later the next is', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1) statuses.push((await apply(shop.app, aJobApplication(), { from })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const refused = await apply(shop.app, aJobApplication(), { from });
    expect(refused.errors).toEqual([
      'Several applications came from your network within an hour. ' +
        'Please try again later, or write to us.',
    ]);
    expect((await apply(shop.app, aJobApplication(), { from: '203.0.113.51' })).status).toBe(200);
    shop.context.clock.advanceMs(3_600_000);
    expect((await apply(shop.app, aJobApplication(), { from })).status).toBe(200);
  });

  it('are five applications: mistakes and repeated presses do not count', async () => {
    const at = { from: '203.0.113.60', key: 'press-4' };
    const form = aJobApplication();
    for (let i = 0; i < 4; i += 1) await apply(shop.app, { ...form, email: '' }, { from: at.from });
    for (let i = 0; i < 4; i += 1) expect((await apply(shop.app, form, at)).status).toBe(200);
    for (let i = 0; i < 4; i += 1)
      expect((await apply(shop.app, aJobApplication(), { from: at.from })).status).toBe(200);
  });
});

describe('the mail to the hiring mailbox', () => {
  const mailOf = async (form: { email: string }) => {
    await drainJobs(shop.context, ['outbox.drain']);
    return shop.context.mail.to(HIRING).filter(({ replyTo }) => replyTo === form.email);
  };

  it('carries the application once, is answered to the applicant, and leads to the inbox', async () => {
    const form = aJobApplication();
    await apply(shop.app, form);
    await drainJobs(shop.context);
    const [mail, ...more] = await mailOf(form);
    expect([more, mail!.to, mail!.subject]).toEqual([
      [],
      [HIRING],
      'Application: Bus Driver, Queens, Marisol Vega',
    ]);
    const { id } = (await storedOf(form))[0]!;
    for (const said of [
      '718-555-0142',
      '34-12 Steinway Street, Apt 2',
      '05/04/2026',
      '$26 an hour',
      'Driver, Bronx Transit Garage, 02/01/2019 to 06/30/2024',
      `/admin/applications/${id}`,
    ]) {
      expect(mail!.text).toContain(said);
    }
  });

  it('has no word of license, birth or convictions', async () => {
    const form = aJobApplication({
      driver_license: 'canary-license-77',
      date_of_birth: '11/23/1979',
      was_convicted: 'Yes',
      charges: 'canary charges 78',
    });
    await apply(shop.app, form);
    const [mail] = await mailOf(form);
    expect(
      findSecrets(JSON.stringify(mail), [
        'canary-license-77',
        '11/23/1979',
        '1979-11-23',
        'canary charges 78',
        'Yes',
      ]),
    ).toEqual([]);
  });

  it('is one line where it is one line: nothing that is typed makes another header or fact', async () => {
    const form = aJobApplication({
      name: 'Eve\r\nBcc: all@harborline.example\n\nPhone: 1',
      salary: 'much\nPosition: CEO',
    });
    const { status, fields } = await apply(shop.app, form);
    expect([status, Object.keys(fields)]).toEqual([422, ['name', 'salary']]);
    expect(await mailOf(form)).toEqual([]);
  });

  it('is not sent to the applicant, whose address anybody could have typed', async () => {
    const form = aJobApplication();
    await apply(shop.app, form);
    await drainJobs(shop.context);
    expect(shop.context.mail.to(form.email)).toEqual([]);
  });
});

describe('what took the bait', () => {
  it('is answered like any other, kept apart, and mailed to nobody', async () => {
    const form = aJobApplication({ website: 'https://cheap.example' });
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/api/employment/apply',
      payload: form,
      remoteAddress: '203.0.113.70',
    });
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }]);
    expect((await storedOf(form))[0]!.trapped_at).not.toBeNull();
    await drainJobs(shop.context);
    expect(shop.context.mail.sent.filter(({ replyTo }) => replyTo === form.email)).toEqual([]);
  });
});

describe('what an applicant wrote', () => {
  const FRESH = randomBytes(32);
  const SECRETS = ['canary-license-91', 'canary charges 92'];
  const placeOf = ({ id }: Record<string, unknown>, field: string) => ({
    table: 'job_applications',
    row: Number(id),
    field,
  });

  /** @shows H14.5 H14.7 */
  it('is nowhere in the database, and moves to a new key', async () => {
    const form = aJobApplication({
      driver_license: SECRETS[0],
      was_convicted: 'Yes',
      charges: SECRETS[1],
      address_line_1: '93 Canary Row',
      address_line_2: 'Canary 94',
      date_of_birth: '11/29/1979',
      phone_mobile: '929-555-6195',
      salary: 'Canary 96 an hour',
      experience: [aJob({ employer: 'Canary Garage 97', job_title: 'Canary driver 98' })],
      special_skills: 'Canary skill 99',
    });
    await apply(shop.app, form);
    const dump = await dumpDatabase(shop.context.db);
    expect(dump).toContain(form.email);
    const typed = [
      ...SECRETS,
      '93 Canary Row',
      'Canary 94',
      '1979-11-29',
      '11/29/1979',
      '929-555-6195',
      '9295556195',
      '555-6195',
      'Canary 96',
      'Canary Garage 97',
      'Canary driver 98',
      'Canary skill 99',
    ];
    expect(findSecrets(dump, typed)).toEqual([]);
    const before = (await storedOf(form))[0]!;
    for (const text of [before.driver_license, before.was_convicted, before.charges])
      expect(text).toMatch(/^sealed2:[0-9a-f]{8}:/);

    await checkAllKeys(shop.context);
    const rotated = createVault([FRESH, Buffer.alloc(32, 'test')]);
    await reencryptAll({ ...shop.context, vault: rotated });
    const after = (await storedOf(form))[0]!;
    for (const [name, text] of [
      ['driver_license', SECRETS[0]],
      ['was_convicted', 'Yes'],
      ['charges', SECRETS[1]],
      ['phone_mobile', form.phone_mobile],
      ['special_skills', form.special_skills],
    ] as const) {
      expect(String(after[name]).startsWith(rotated.currentPrefix)).toBe(true);
      expect(rotated.open(String(after[name]), placeOf(after, name))).toBe(text);
    }
    const back = { ...shop.context, vault: createVault([Buffer.alloc(32, 'test'), FRESH]) };
    await checkAllKeys({ ...back, vault: rotated });
    await reencryptAll(back);
    const [last] = await storedOf(form);
    expect(shop.context.vault.open(String(last!.charges), placeOf(last!, 'charges'))).toBe(SECRETS[1]);
  });

  /** @shows H14.7 */
  it('of an earlier version is sealed by the job, with the marks by which staff find the phone', async () => {
    const { context } = shop;
    const form = aJobApplication({ phone_mobile: '929-555-6200' });
    await apply(shop.app, form);
    const whole = openApplication(context.vault, (await storedOf(form))[0] as never);
    await context.db.execute(sql`update job_applications set phone_mobile = ${form.phone_mobile},
      phone_marks = '{}', salary = ${form.salary}, special_skills = ${form.special_skills},
      experience = ${JSON.stringify(whole.experience)} where email = ${form.email}`);
    expect(findSecrets(await dumpDatabase(context.db), ['929-555-6200'])).toHaveLength(1);
    const before = createVault([Buffer.alloc(32, 'test')]);
    expect(openApplication(before, (await storedOf(form))[0] as never).salary).toBe(form.salary);
    await context.database.asOwner('truncate sealed_fields');
    await reencryptAll({ ...context, vault: before });
    expect(findSecrets(await dumpDatabase(context.db), ['929-555-6200', '555-6200'])).toEqual([]);
    const [row] = await storedOf(form);
    const { phone_marks: marks, fingerprint } = row!;
    expect(openApplication(context.vault, row as never)).toEqual({
      ...whole,
      ...Object.fromEntries(applicationTexts.names.map((name) => [name, whole[name]])),
      phone_marks: phoneMarks(context.vault, applicationTexts.table, [form.phone_mobile]),
      fingerprint: '',
    });
    expect([(marks as string[]).length, fingerprint]).toEqual([3, '']);
  });
});

describe('after a year', () => {
  it('an application is deleted with its notes, a trapped one after a month, and nothing else', async () => {
    const { context } = shop;
    await context.db.execute(sql`delete from job_applications`);
    const [old, trapped] = [aJobApplication(), aJobApplication({ website: 'x' })];
    await apply(shop.app, old);
    await apply(shop.app, trapped);
    await context.db.execute(
      sql`insert into users (first_name, last_name, email, password_hash, acknowledged_at, created_at)
        values ('Dana', 'Cole', 'dana@purge.example', 'x', now(), now())`,
    );
    await context.db
      .execute(sql`insert into job_application_notes (application_id, author_id, text, created_at)
      select a.id, u.id, 'Called back.', now() from job_applications a, users u
      where a.email = ${old.email} and u.email = 'dana@purge.example'`);
    const left = async () =>
      (await context.db.execute<{ email: string }>(sql`select email from job_applications`)).rows.map(
        ({ email }) => email,
      );
    context.clock.advanceDays(29);
    await purgeApplications(context.db, context.clock);
    expect(await left()).toHaveLength(2);
    context.clock.advanceDays(2);
    await purgeApplications(context.db, context.clock);
    expect(await left()).toEqual([old.email]);
    context.clock.advanceDays(334);
    await purgeApplications(context.db, context.clock);
    expect(await left()).toEqual([old.email]);
    context.clock.advanceDays(1);
    await drainJobs(context, ['applications.purge']);
    await drainJobs(context, ['applications.purge']);
    expect(await left()).toEqual([]);
    const notes = await context.db.execute(sql`select 1 from job_application_notes`);
    const written = await context.db.execute<{ detail: { count: number } }>(
      sql`select detail from audit_log where action = 'application.purge' order by id`,
    );
    expect([notes.rows.length, written.rows.map(({ detail }) => detail.count)]).toEqual([0, [1, 1]]);
  });
});
