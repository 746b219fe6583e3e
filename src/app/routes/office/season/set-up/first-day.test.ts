import { beforeAll, describe, expect, it } from 'vitest';
import { m } from '#i18n/messages.js';
import type { SentChange } from '#modules/catalog/changes/changes.contract.ts';
import type { SetUp } from '#modules/office/set-up/set-up.contract.ts';
import { TEXT_FIELDS } from '#modules/office/set-up/set-up-parts.ts';
import { changeCatalog } from '#tests/support/app/change-catalog.ts';
import { send } from '#tests/support/app/people.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { openTestApp } from '#tests/support/app/test-app.ts';
import {
  companyChanges,
  firstText,
  programChanges,
  publishingChanges,
  routeChanges,
  schoolChanges,
  seasonChanges,
  textChanges,
} from './set-up-changes.ts';
import { proposedSeason } from './proposals.ts';

const { context, app } = await openTestApp();
let staff: StaffMember;
beforeAll(async () => {
  staff = await aStaffMember(app, context.db, { role: 'userRoleSuperAdmin' });
});

const readSetUp = async (): Promise<SetUp> => (await staff.call('GET', '/admin/set-up')).items[0];
const readToday = async () => (await staff.call('GET', '/admin/today')).items[0];
const missing = ({ stops }: SetUp) =>
  stops.filter((one) => one.missing.length > 0 && one.stop !== 'test').map(({ stop }) => stop);

async function save(changes: SentChange[]): Promise<string[]> {
  const { status, errors } = await changeCatalog(app, staff, changes, { source: 'setup' });
  return status === 200 ? [] : errors;
}

const COMPANY = {
  name: 'Cedar Valley Buses',
  time_zone: 'America/New_York',
  dispatch_phone: '914-555-0101',
  dispatch_hours: 'from 5 AM to 6 PM',
  dispatch_email: 'dispatch@cedar-valley.example',
  customer_service_email: 'service@cedar-valley.example',
  hiring_email: 'jobs@cedar-valley.example',
  phone_main: '914-555-0102',
  address_1: '1 Depot Road',
  city: 'Yonkers',
  state: 'NY',
  zip: '10701',
  bank_terms: true,
};
const SCHOOL = { text: 'Oakhill School', path: 'oakhill', line_color: '#00697a' };
const PROGRAM = { text: 'Lower School', grades: 'k_5', typed_grades: '' };
const ROUTE = { name: 'Round trip', capacity: '44', deposit: '$4,200', number_payments: '3' };

/** The steps depend on each other, as the stops do. */
describe('an empty portal', () => {
  /** @shows SE11.2 */
  it('has no published season, and misses everything', async () => {
    expect(await readToday()).toMatchObject({ has_published_season: false });
    const setUp = await readSetUp();
    expect(missing(setUp)).toEqual(['company', 'school', 'program', 'season', 'route', 'texts']);
    expect(Object.values(setUp.objects).filter(Boolean)).toEqual([]);
    expect([setUp.facts, setUp.opening]).toEqual([null, []]);
  });

  /** @shows SE11.3 */
  it('may begin with the school year, whose days are proposed', async () => {
    const { today } = await readSetUp();
    expect(await save(seasonChanges(proposedSeason(today)))).toEqual([]);
    expect(missing(await readSetUp())).toEqual(['company', 'school', 'program', 'route', 'texts']);
  });

  /** @shows SE11.2 SE11.4 */
  it('gets its company, with the bank terms that were offered', async () => {
    expect(await save(companyChanges(COMPANY, await readSetUp()))).toEqual([]);
    const setUp = await readSetUp();
    expect(missing(setUp)).toEqual(['school', 'program', 'route', 'texts']);
    expect(setUp.facts).toMatchObject({ company: 'Cedar Valley Buses', hours: 'from 5 AM to 6 PM' });
    expect(setUp.texts.find(({ field }) => field === 'ach_terms')).toMatchObject({ state: 'starter' });
    expect(companyChanges(COMPANY, setUp)).toEqual([]);
  });

  it('gets its school and a program with grades', async () => {
    expect(await save(schoolChanges(SCHOOL, await readSetUp()))).toEqual([]);
    expect(await save(programChanges(PROGRAM, await readSetUp()))).toEqual([]);
    const setUp = await readSetUp();
    expect(missing(setUp)).toEqual(['route', 'texts']);
    expect(setUp.objects.program).toMatchObject({ name: 'Lower School', key: 'oakhill-lower-school' });
  });

  /** @shows SE11.2 */
  it('gets a route with a term in full and a scheduled one, and says what cannot be', async () => {
    const setUp = await readSetUp();
    const wrong = await save(routeChanges({ ...ROUTE, number_payments: '1' }, setUp));
    expect(wrong.join()).toMatch(/payments/i);
    expect(await save(routeChanges(ROUTE, setUp))).toEqual([]);
    const found = await readSetUp();
    expect(missing(found)).toEqual(['texts']);
    expect(found.opening.map(({ name }) => name)).toEqual(['Oakhill School']);
    const { rows } = await context.database.pool.query(
      `select name, deposit_cents::int, amount_cents::int, number_payments from payment_terms order by id`,
    );
    expect(rows).toEqual([
      { name: 'Pay in full', deposit_cents: 420_000, amount_cents: 0, number_payments: 1 },
      { name: '3 payments', deposit_cents: 140_000, amount_cents: 140_000, number_payments: 3 },
    ]);
  });

  /** @shows SE11.4 */
  it('is held by its starter texts until the notice is removed from each', async () => {
    const setUp = await readSetUp();
    const starters = Object.fromEntries(TEXT_FIELDS.map((field) => [field, firstText(setUp, field)]));
    expect(await save(textChanges(starters, setUp))).toEqual([]);
    const held = await readSetUp();
    expect(held.texts.map(({ state }) => state)).toEqual(TEXT_FIELDS.map(() => 'starter'));
    expect((await save(publishingChanges(held))).length).toBeGreaterThan(0);
    expect(await readToday()).toMatchObject({ has_published_season: false });
    const notice = `<p>${m.catalog_starter_notice()}</p>`;
    const written = Object.fromEntries(
      TEXT_FIELDS.map((field) => [field, firstText(held, field).replace(notice, '')]),
    );
    expect(await save(textChanges(written, held))).toEqual([]);
    expect(missing(await readSetUp())).toEqual([]);
  });

  /** @shows SE11.2 SE11.3 */
  it('is published and open, and its history names the set-up', async () => {
    expect(await save(publishingChanges(await readSetUp()))).toEqual([]);
    expect(await readToday()).toMatchObject({ has_published_season: true });
    const { items } = await send(app, { method: 'GET', url: '/program_group_path/get/path/oakhill' });
    expect(items[0]).toMatchObject({ text: 'Oakhill School' });
    expect(items[0].current_period_id).not.toBeNull();
    const sets = (await staff.call('GET', '/admin/catalog/changes')).items;
    const sources = (sets[0].rows ?? sets).map(({ source }: { source: string }) => source);
    expect(new Set(sources)).toEqual(new Set(['setup']));
  });
});
