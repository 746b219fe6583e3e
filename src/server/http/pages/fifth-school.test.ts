import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { beginMark, endMark, fieldMark } from '#kit/text/page-lists.ts';
import { fillPage, LINES_MARK } from '#kit/text/page-marks.ts';
import { changeCatalog } from '#tests/support/app/change-catalog.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember } from '#tests/support/app/staff.ts';
import { listRoutesForSale } from '#modules/catalog/routes/selling.service.ts';
import { readFactsOfPages } from '#modules/catalog/server-info.service.ts';
import { blankContractDocument } from '#modules/documents/blank-contract.ts';

const COLOR = '#5b2a86';

let shop: SeasonApp;
let period_program_id: number;

const numberOf = async (text: string) =>
  Number((await shop.context.db.execute<{ n: string }>(sql.raw(text))).rows[0]!.n);

const read = async (url: string) => (await shop.app.inject(`/api${url}`)).json().items;

beforeAll(async () => {
  shop = await openSeasonApp();
  const staff = await aStaffMember(shop.app, shop.context.db);
  const period = await numberOf(`select current_period_id as n from program_groups where path = 'hm'`);
  const school = {
    path: 'oak',
    text: 'Oakfield School (OAK)',
    division: 'bronx',
    is_active: true,
    line_color: COLOR,
  };
  const program = {
    name: 'oak-all',
    text: 'All grades',
    check_attention: 'Oakfield contracts',
    check_text: 'One check for each child.',
  };
  const sale = {
    program: 'oak-all',
    is_active: true,
    is_photo_required: false,
    allow_student_exit_bus_alone: false,
    has_pickup_location: false,
    accept_financial_aid: false,
    contract_text: '<p>The contract.</p>',
  };
  const route = {
    name: 'Morning',
    text_before: '',
    text_after: '',
    has_pickup_location: false,
    has_surge_pricing: false,
  };
  const term = {
    name: 'Full',
    identifier: 'OAK-F',
    payment_term_type: 'paymentTermTypeFull',
    deposit: 4200,
    amount: 0,
    number_payments: 1,
    is_admin_only: false,
  };
  const map = {
    key: 'oak_am',
    category: 'route-map',
    content: 'https://maps.example/oak.svg',
    program_group: 'oak',
    short_name: 'Early morning',
    is_active: true,
  };
  const answer = await changeCatalog(shop.app, staff, [
    { op: 'create', kind: 'program_group', parent: null, key: '#1', fields: school },
    { op: 'create', kind: 'program', parent: '#1', key: '#2', fields: program },
    {
      op: 'create',
      kind: 'period_group',
      parent: period,
      fields: { program_group: 'oak', is_active: true, is_current: true },
    },
    { op: 'create', kind: 'period_program', parent: period, key: '#3', fields: sale },
    { op: 'create', kind: 'route', parent: '#3', key: '#4', fields: route },
    { op: 'create', kind: 'payment_term', parent: '#4', fields: term },
    { op: 'create', kind: 'content_block', parent: null, fields: map },
  ]);
  if (answer.status !== 200) throw new Error(answer.errors.join(' '));
  period_program_id = await numberOf(
    `select s.id as n from period_programs s join programs p on p.id = s.program_id where p.name = 'oak-all'`,
  );
});
afterAll(() => shop.close());

/** @shows SE13.1 SE13.2 SE13.3 */
it('a fifth school of the office stands in a page of the build, with its color and routes', async () => {
  const { schools, season } = await readFactsOfPages(shop.context.db);
  expect(schools).toHaveLength(5);
  expect(season.school_names).toMatch(/ and Oakfield School$/);
  const pattern =
    `<style>${LINES_MARK}</style>${beginMark('school')}<h3>${fieldMark('school', 'name')}</h3>` +
    `${beginMark('route')}<a href="/#map-${fieldMark('route', 'map')}">${fieldMark('route', 'name')}</a>` +
    `${endMark('route')}${endMark('school')}`;
  const facts = { company_name: '', frameOrigins: '', sandbox: '', banner: '', pays: '' };
  const html = fillPage(pattern, { ...facts, season, schools });
  expect(html).toContain(`[data-line='oak']{--line:${COLOR}}`);
  expect(html).toContain('<h3>Oakfield School</h3><a href="/#map-oak_am">Early morning</a>');
});

it('has a landing page, a wizard and a choice in the payment methods', async () => {
  const [school] = await read('/program_group_path/get/path/oak');
  expect(school).toMatchObject({ text: 'Oakfield School (OAK)', current_period_id: expect.any(Number) });
  const [program] = await read(`/program/read/all/${school.id}`);
  expect(program).toMatchObject({ name: 'oak-all', is_active: true });
  expect((await read('/program_group/read/all')).map(({ path }: { path: string }) => path)).toContain('oak');
  expect(await read('/content-block')).toContainEqual(
    expect.objectContaining({ key: 'oak_am', program_group: 'oak', short_name: 'Early morning' }),
  );
});

it('has its color and its instructions for checks on paper', async () => {
  const [route] = await listRoutesForSale(shop.context.db, shop.context.clock.now(), period_program_id);
  const document = blankContractDocument([route!], shop.context.clock.today());
  expect(document.color).toBe(COLOR);
  const text = JSON.stringify(document.blocks);
  expect(text).toContain('Attention: Oakfield contracts');
  expect(text).toContain('One check for each child.');
});

it('changes its color in the next answer, without a start', async () => {
  await shop.context.db.execute(sql`update program_groups set line_color = '#123456' where path = 'oak'`);
  const { schools } = await readFactsOfPages(shop.context.db);
  expect(schools.find(({ path }) => path === 'oak')?.line_color).toBe('#123456');
});
