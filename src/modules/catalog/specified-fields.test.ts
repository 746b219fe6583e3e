import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { send } from '#tests/support/app/people.ts';
import { aStaffMember } from '#tests/support/app/staff.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';

let shop: SeasonApp;
let school: any;
let program: any;
let periodProgram: any;
let route: any;

const read = async (url: string) => {
  const answer = await shop.app.inject(`/api${url}`);
  const body = answer.json();
  expect([url, answer.statusCode, body.success]).toEqual([url, 200, true]);
  return body.items as any[];
};
const carries = (record: object, keys: string) =>
  expect(Object.keys(record)).toEqual(expect.arrayContaining(keys.split(' ')));

beforeAll(async () => {
  shop = await openSeasonApp();
  [school] = await read('/program_group_path/get/path/hm');
  [program] = await read(`/program/read/all/${school.id}`);
  [periodProgram] = await read(`/period/program/read/all/${school.current_period_id}/${program.id}`);
  // Signed in as staff, because the public does not see staff offers.
  const staff = await aStaffMember(shop.app, shop.context.db);
  [route] = (await staff.call('GET', `/route/read/all/${periodProgram.id}/1`)).items;
});
afterAll(() => shop.close());

describe('a record of the catalogue carries the specification’s fields', () => {
  /** @shows B-140 */
  it('when it is a program', () =>
    carries(program, 'id text is_active payment_method ach_terms name division_id program_group'));

  /** @shows B-141 */
  it('when it is a grade', async () => {
    for (const grade of await read(`/program/grade/read/all/${program.id}`))
      expect(grade).toEqual({ id: expect.any(Number), text: expect.any(String) });
  });

  /** @shows B-142 B-143 B-144 */
  it('when it is a program in a period, with its period and its surcharges', () => {
    carries(
      periodProgram,
      'id program_id program period is_active is_photo_required allow_student_exit_bus_alone',
    );
    carries(periodProgram, 'has_pickup_location accept_financial_aid');
    carries(periodProgram, 'contract_text_intro contract_text faq payment_type_surcharges');
    expect(periodProgram.program).toEqual(program);
    expect(periodProgram.period).toMatchObject({
      id: school.current_period_id,
      name: expect.any(String),
      text: expect.any(String),
    });
    expect(periodProgram.payment_type_surcharges).toHaveLength(1);
    carries(
      periodProgram.payment_type_surcharges[0],
      'id name payment_type_id amount_flat amount_percentage',
    );
  });

  /** @shows B-145 B-147 */
  it('when it is a school, with its division', async () => {
    carries(school, 'id text is_active current_period_id division');
    carries(school.division, 'id ach_terms company_name address_1 city state zip phone_main');
    expect(await read('/division/read/all')).toContainEqual(school.division);
  });

  /** @shows B-146 */
  it('when it is a school in a period, with its contracts to print', async () => {
    const [group] = await read(`/period/program_group/read/all/${school.current_period_id}/${school.id}`);
    carries(group, 'id is_active active_msg inactive_msg printable_contracts');
    expect(group.printable_contracts[0]).toEqual({
      name: expect.any(String),
      file_name: expect.stringMatching(/\.pdf$/),
    });
  });

  /** @shows B-148 */
  it('when it is a route', () => {
    carries(route, 'id name text_before text_after has_pickup_location addons payment_terms discounts');
    carries(route, 'has_surge_pricing surge_pricing_text contract contract_pdf period_program');
    expect(route.period_program.id).toBe(periodProgram.id);
  });

  /** @shows B-149 */
  it('when it is an add-on', () => {
    expect(route.addons[0]).toEqual({
      id: expect.any(Number),
      text: expect.stringContaining('Late bus'),
      name: 'late-bus',
      amount: 600,
      is_admin_only: false,
    });
    expect(route.addons.map(({ is_admin_only }: any) => is_admin_only)).toContain(true);
  });

  /** @shows B-150 */
  it('when it is a payment term, of one of the two types', () => {
    const fields =
      'id name identifier payment_term_type_id payment_term_type from_dt thru_dt deposit amount ' +
      'number_payments scheduled_dt prefix_text is_admin_only';
    for (const term of route.payment_terms) {
      carries(term, fields);
      expect(term.payment_term_type.id).toBe(term.payment_term_type_id);
    }
    expect(new Set(route.payment_terms.map((term: any) => term.payment_term_type.key))).toEqual(
      new Set(['paymentTermTypeFull', 'paymentTermTypeScheduled']),
    );
  });

  /** @shows B-151 */
  it('when it is a discount of a route', () =>
    carries(route.discounts[0], 'id text is_sibling_discount amount_flat amount_percentage'));
});

describe('a record of the catalogue carries no column that is not declared', () => {
  const isUndeclared = (name: string) =>
    [
      'capacity',
      'seats_taken',
      'position',
      'refund_open',
      'refund_cutoff',
      'refund_periods',
      'first_day_of_school',
      'only_row',
      'currency',
    ].includes(name) || /^reassign_|_(cents|milli_percent)$/.test(name);

  function namesIn(value: unknown): string[] {
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([name, inner]) => [
      ...(Array.isArray(value) ? [] : [name]),
      ...namesIn(inner),
    ]);
  }

  it('in any of the public reads', async () => {
    const reads = [
      '/division/read/all',
      '/program_group/read/all',
      `/program/read/all/${school.id}`,
      `/period/program_group/read/all/${school.current_period_id}`,
      `/period/program/read/all/${school.current_period_id}`,
      `/route/read/all/${periodProgram.id}`,
    ];
    for (const url of reads) expect([url, namesIn(await read(url)).filter(isUndeclared)]).toEqual([url, []]);
    expect(namesIn(await read('/server/info')).filter(isUndeclared)).toEqual(['half_rounding_unit_cents']);
  });
});

describe('a read of the catalogue needs no token and takes its optional parts', () => {
  const notFound = async (url: string) => {
    const { status, errors } = await send(shop.app, { method: 'GET', url });
    return [status, ...errors];
  };

  /** @shows B-275 */
  it('for divisions: all, or one', async () => {
    const all = await read('/division/read/all');
    expect(await read(`/division/read/all/${all[0].id}`)).toEqual([all[0]]);
    expect((await notFound('/division/read/all/999999'))[0]).toBe(404);
  });

  /** @shows B-276 */
  it('for the school of a path, in its division', async () => {
    expect(await read(`/program_group_path/get/path/HM/${school.division.id}`)).toEqual([school]);
    expect(await notFound('/program_group_path/get/path/nowhere')).toEqual([
      404,
      'Program group path not found',
    ]);
    expect(await notFound(`/program_group_path/get/path/nowhere/${school.division.id}`)).toEqual([
      404,
      'Program group path not found',
    ]);
    expect(await notFound('/program_group_path/get/path/hm/999999')).toEqual([
      404,
      'Program group path not found',
    ]);
  });

  /** @shows B-277 */
  it('for schools: all, one, and the short form', async () => {
    expect(await read('/program_group/read/all')).toContainEqual(school);
    expect(await read(`/program_group/read/all/${school.id}`)).toEqual([school]);
    expect(await read(`/program_group/read/${school.id}`)).toEqual([school]);
  });

  /** @shows B-278 */
  it('for the programs of a school', async () => {
    const programs = await read(`/program/read/all/${school.id}`);
    expect(programs.map((each) => [each.name, each.program_group.id])).toEqual([
      ['hm-lower', school.id],
      ['hm-middle-upper', school.id],
    ]);
  });

  /** @shows B-279 */
  it('for the grades of a program: all, or one', async () => {
    const grades = await read(`/program/grade/read/all/${program.id}`);
    expect(grades.length).toBeGreaterThan(1);
    expect(await read(`/program/grade/read/all/${program.id}/${grades[1].id}`)).toEqual([grades[1]]);
  });

  /** @shows B-280 */
  it('for schools in a period: all, one, and one only while it is active', async () => {
    const all = await read(`/period/program_group/read/all/${school.current_period_id}`);
    const open = all.find((each) => each.program_group_id === school.id);
    const closed = all.find((each) => !each.is_active);
    const one = (each: any, tail = '') =>
      read(`/period/program_group/read/all/${each.period.id}/${each.program_group_id}${tail}`);
    expect([await one(open), await one(open, '/1')]).toEqual([[open], [open]]);
    expect([await one(closed), await one(closed, '/1')]).toEqual([[closed], []]);
  });

  /** @shows B-281 */
  it('for programs in a period: all, or one', async () => {
    const all = await read(`/period/program/read/all/${school.current_period_id}`);
    expect(all).toContainEqual(periodProgram);
    expect(all.length).toBeGreaterThan(1);
    expect(await read(`/period/program/read/all/${school.current_period_id}/${program.id}`)).toEqual([
      periodProgram,
    ]);
  });

  /** @shows B-282 */
  it('for routes, each with add-ons, terms and discounts', async () => {
    const routes = await read(`/route/read/all/${periodProgram.id}/1`);
    expect(routes.length).toBeGreaterThan(1);
    for (const each of routes) {
      expect([each.addons, each.payment_terms, each.discounts].every(Array.isArray)).toBe(true);
      expect(each.payment_terms.length).toBeGreaterThan(0);
    }
  });
});
