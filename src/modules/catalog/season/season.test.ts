import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#kit/plain-date.ts';
import { createSeasonFolder, type Loose, type SeasonFolder } from '#tests/support/season/season-folder.ts';
import { createTestContext, type TestContext } from '#tests/support/app/test-context.ts';
import { findProgramGroupByPath, listPrograms } from '#modules/catalog/catalog.service.ts';
import { sellingCatalog } from '#modules/catalog/current-catalog.service.ts';
import { listPeriodPrograms, listRoutes } from '#modules/catalog/routes/routes.service.ts';
import { SeasonRefused } from './season-problem.ts';
import { changedNothing } from './season-report.ts';
import { importSeasonFile } from './season.service.ts';

let context: TestContext;
let seasons: SeasonFolder;

beforeAll(async () => {
  seasons = await createSeasonFolder();
});
afterAll(() => seasons.remove());
afterEach(() => context.close());

async function importInto(fresh: boolean, edit?: (season: Loose) => void, options = {}) {
  if (fresh) context = await createTestContext();
  return importSeasonFile(context, await seasons.write(edit), options);
}

const problemsOf = async (work: Promise<unknown>) => {
  const error = await work.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SeasonRefused);
  return (error as SeasonRefused).problems.map(({ place, problem }) => `${place}: ${problem}`);
};

async function everything(): Promise<string> {
  const tables = [
    'company',
    'divisions',
    'program_groups',
    'programs',
    'program_grades',
    'periods',
    'period_program_groups',
    'printable_contracts',
    'period_programs',
    'payment_type_surcharges',
    'routes',
    'payment_terms',
    'addons',
    'route_discounts',
    'financial_aid_codes',
    'content_blocks',
  ];
  const rows = await Promise.all(
    tables.map((table) =>
      context.database.pool.query(`select to_jsonb(t) as row, xmin::text from ${table} t order by 1`),
    ),
  );
  return JSON.stringify(rows.map((result) => result.rows));
}

const count = async (table: string) =>
  Number((await context.database.pool.query(`select count(*) as n from ${table}`)).rows[0].n);

describe('importing a season', () => {
  it('brings the whole demo season in', async () => {
    const report = await importInto(true);
    expect(report.counts).toMatchObject({
      division: { added: 1 },
      program_group: { added: 4 },
      program: { added: 6 },
      period: { added: 2 },
      period_program: { added: 7 },
      current_period: { added: 4 },
      content_block: { added: 7 },
      aid_code: { added: 5 },
      file: { added: 11 },
    });
    expect(await count('payment_terms')).toBe(report.counts.payment_term.added);
    const scheduled = await context.database.pool.query(
      `select scheduled_dt from payment_terms where identifier = 'HML-RT-S2'`,
    );
    expect(scheduled.rows[0].scheduled_dt).toBe(addDays(context.clock.today(), 120));
    expect(await context.files.find('content/hm_single.svg')).toBeDefined();
    expect(await context.files.find('contracts/2027/hm-lower/hm-lower-round-trip.pdf')).toBeDefined();
  });

  it('changes nothing the second time', async () => {
    await importInto(true);
    const before = await everything();
    const report = await importInto(false);
    expect(report.changes).toEqual([]);
    expect(changedNothing(report)).toBe(true);
    expect(await everything()).toBe(before);
  });

  it('changes what differs, says from what to what, and removes nothing', async () => {
    await importInto(true);
    const report = await importInto(false, (season) => {
      const { routes } = season.periods[0].programs[1];
      routes[0].payment_terms[2].deposit = 2300.5;
      routes[0].payment_terms.splice(0, 2);
      routes.pop();
      season.periods[0].programs[1].faq = '<p>Ask dispatch about anything that this page leaves open.</p>';
      season.content_blocks.pop();
    });
    expect(report.changes).toEqual([
      '~ programs in a period: 2027 / hm-lower: faq has new text',
      '~ payment terms: 2027 / hm-lower / Round trip / HML-RT-S2: deposit $2,200.00 -> $2,300.50',
    ]);
    expect([await count('routes'), await count('content_blocks')]).toEqual([13, 7]);
  });

  /** @shows MB19.2 */
  it('keeps the order of the routes when a later file names one of them or a new one', async () => {
    const order = async () => {
      const { rows } = await context.db.execute(
        sql`select r.name from routes r join period_programs pp on pp.id = r.period_program_id
          join programs p on p.id = pp.program_id join periods y on y.id = pp.period_id
          where p.name = 'hm-lower' and y.name = '2027'
          order by r.position, r.id`,
      );
      return rows.map(({ name }) => name);
    };
    await importInto(true);
    const before = await order();
    const only = (change: (routes: Loose[]) => Loose[]) =>
      importInto(false, (season) => {
        const program = season.periods[0].programs.find((each: Loose) => each.program === 'hm-lower');
        program.routes = change(program.routes);
      });
    await only((routes) => routes.slice(2));
    expect(await order()).toEqual(before);
    await only(([first]) => [first!, { ...first!, name: 'Early round trip' }]);
    expect(await order()).toEqual([before[0], 'Early round trip', ...before.slice(1)]);
  });

  it('moves relative days when it is imported on a later day', async () => {
    await importInto(true);
    context.clock.advanceDays(1);
    const report = await importInto(false);
    expect(report.counts.payment_term.changed).toBeGreaterThan(20);
    expect(report.counts.route).toMatchObject({ added: 0, changed: 0 });
  });

  it('imports nothing when one field is wrong, and names its place', async () => {
    context = await createTestContext();
    const before = await everything();
    const wrong = seasons.write(
      (season) => (season.periods[0].programs[1].routes[2].payment_terms[0].deposit = 'free'),
    );
    expect(await problemsOf(importSeasonFile(context, await wrong))).toEqual([
      'periods[0].programs[1].routes[2].payment_terms[0].deposit: ' +
        'must be an amount in dollars, 0 or more, with at most two decimals',
    ]);
    expect(await everything()).toBe(before);
  });

  it('imports nothing when a file is not beside it', async () => {
    context = await createTestContext();
    const path = await seasons.write(
      (season) => (season.periods[0].programs[0].routes[0].contract_pdf = 'not-there.pdf'),
    );
    expect(await problemsOf(importSeasonFile(context, path))).toEqual([
      'periods[0].programs[0].routes[0].contract_pdf: ' +
        'there is no file files/not-there.pdf next to the season file',
    ]);
    expect(await count('divisions')).toBe(0);
  });

  /** @shows SE2.5 */
  it('imports nothing when a file beside it could run a script', async () => {
    context = await createTestContext();
    const folder = join(seasons.folder, 'files');
    await writeFile(join(folder, 'trap.pdf'), '%PDF-1.7\n1 0 obj << /S /JavaScript /JS (x) >> endobj');
    await writeFile(join(folder, 'content', 'trap.svg'), '<svg><script>x</script></svg>');
    const path = await seasons.write((season) => {
      season.periods[0].programs[0].routes[0].contract_pdf = 'trap.pdf';
      season.content_blocks[0].content = 'content/trap.svg';
    });
    const problems = await problemsOf(importSeasonFile(context, path));
    expect(problems.toSorted()).toEqual([
      expect.stringMatching(/^content_blocks\[0\]\.content: .*script/),
      expect.stringMatching(/^periods\[0\]\.programs\[0\]\.routes\[0\]\.contract_pdf: .*scripts/),
    ]);
    expect(await count('divisions')).toBe(0);
  });

  it('changes nothing in a dry run and tells what it would do', async () => {
    context = await createTestContext();
    const before = await everything();
    const report = await importInto(false, undefined, { dryRun: true });
    expect(report.changes).toContain('+ routes: 2027 / hm-lower / Round trip');
    expect(await everything()).toBe(before);
    expect(await context.files.find('content/hm_single.svg')).toBeUndefined();
  });

  it('keeps seats that are taken: a capacity below them is an error', async () => {
    await importInto(true);
    await context.db.execute(sql`update routes set seats_taken = 3 where name = 'Late bus only'`);
    const path = await seasons.write((season) => {
      season.periods[0].programs[0].routes[2].capacity = 2;
      season.company.name = 'Another';
    });
    expect(await problemsOf(importSeasonFile(context, path))).toEqual([
      'periods[0].programs[0].routes[2].capacity: must be 3 or more: 3 are sold',
    ]);
    const { rows } = await context.database.pool.query('select name from company');
    expect(rows).toEqual([{ name: 'Harborline School Bus' }]);
  });

  it('goes well when two people import at the same moment', async () => {
    context = await createTestContext();
    const path = await seasons.write();
    const reports = await Promise.all([importSeasonFile(context, path), importSeasonFile(context, path)]);
    expect(reports.map(({ counts }) => counts.route.added).toSorted((a, b) => a - b)).toEqual([0, 13]);
    expect(await count('routes')).toBe(13);
  });

  it('cleans the texts that it stores', async () => {
    await importInto(
      true,
      (season) => (season.periods[0].program_groups[1].active_msg = '<p>Hello<script>alert(1)</script></p>'),
    );
    const { rows } = await context.database.pool.query(
      `select active_msg from period_program_groups where active_msg like '%Hello%'`,
    );
    expect(rows).toEqual([{ active_msg: '<p>Hello</p>' }]);
  });
});

describe('a season that nobody has seen', () => {
  const unseen = (season: Loose) => {
    Object.assign(season.program_groups[3], { path: 'Lakeside', text: 'Lakeside School' });
    Object.assign(season.program_groups[3].programs[0], {
      name: 'lakeside-all',
      text: 'All years',
      grades: ['Year 1'],
    });
    season.periods[0].name = '2028/29';
    season.periods[0].program_groups[3] = {
      ...season.periods[0].program_groups[3],
      program_group: 'lakeside',
      is_active: true,
    };
    Object.assign(season.periods[0].programs[5], { program: 'lakeside-all', is_active: true });
    season.periods[0].programs[5].routes[0].contract_pdf = 'hm-lower-round-trip.pdf';
  };

  it('is sold at once', async () => {
    await importInto(true, unseen);
    const catalog = await sellingCatalog(context.db, context.clock.now());
    const group = findProgramGroupByPath(catalog, 'lakeside');
    const [program] = listPrograms(catalog, group.id);
    expect([group.is_active, program?.is_active, program?.name]).toEqual([true, true, 'lakeside-all']);
    const [sold] = listPeriodPrograms(catalog, {
      period_id: group.current_period_id!,
      program_id: program!.id,
    });
    const { id: period_program_id } = sold!;
    const seats: [number, null][] = catalog.routes
      .filter((route) => route.period_program_id === period_program_id)
      .map(({ id }) => [id, null]);
    const [route] = listRoutes(catalog, { period_program_id, seats, withStaffOffers: false });
    expect(route?.payment_terms[0]).toMatchObject({ deposit: 3900, identifier: 'NGA-F' });
    expect(
      await context.files.find('contracts/2028_2f_29/lakeside-all/hm-lower-round-trip.pdf'),
    ).toBeDefined();
  });

  it('may build on what the portal already has', async () => {
    await importInto(true);
    await rm(join(seasons.folder, 'season.json'));
    const report = await importInto(false, (season) => {
      for (const part of ['company', 'divisions', 'program_groups', 'content_blocks']) delete season[part];
      season.periods = [{ ...season.periods[0], name: '2029', is_current: false }];
    });
    expect(report.counts).toMatchObject({
      period: { added: 1 },
      program_group: { unchanged: 0 },
      current_period: { added: 0 },
    });
  });
});
