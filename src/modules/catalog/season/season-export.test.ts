import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_SEASON, importDemoSeason } from '#tests/support/season/demo-season.ts';
import { createSeasonFolder, type Loose, type SeasonFolder } from '#tests/support/season/season-folder.ts';
import { resolveDay } from '#kit/rules/object-fields.ts';
import { createTestContext, type TestContext } from '#tests/support/app/test-context.ts';
import { changedNothing } from './season-report.ts';
import { exportSeasonFile, importSeasonFile } from './season.service.ts';

let context: TestContext;
let another: TestContext;
let out: SeasonFolder;

beforeAll(async () => {
  [context, another] = await Promise.all([createTestContext(), createTestContext()]);
  out = await createSeasonFolder();
  await importDemoSeason(context);
});
afterAll(async () => {
  await Promise.all([context.close(), another.close()]);
  await out.remove();
});

const path = (name: string) => join(out.folder, name);
const read = async (from: string) => JSON.parse(await readFile(from, 'utf8')) as Loose;

function resolved(value: Loose): Loose {
  if (typeof value === 'string')
    return value.startsWith('today') ? resolveDay(value, context.clock.today()) : value;
  if (Array.isArray(value)) return value.map(resolved);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolved(inner)]));
}

describe('exporting a season', () => {
  it('writes what was imported, field for field, with the days of the calendar', async () => {
    await exportSeasonFile(context, path('exported.json'));
    expect(await read(path('exported.json'))).toEqual(resolved(await read(DEMO_SEASON)));
  });

  it('writes a file whose import changes nothing', async () => {
    await exportSeasonFile(context, path('same.json'));
    context.clock.advanceDays(3);
    expect(changedNothing(await importSeasonFile(context, path('same.json')))).toBe(true);
  });

  it('moves a whole season to an empty portal, files included', async () => {
    await exportSeasonFile(context, path('here.json'));
    await importSeasonFile(another, path('here.json'));
    const files = await exportSeasonFile(another, path('there.json'));
    expect(files).toBe(11);
    expect(await readFile(path('there.json'), 'utf8')).toBe(await readFile(path('here.json'), 'utf8'));
  });

  it('keeps what differs by school (current period, first day) and a route out of sale', async () => {
    const edited = await out.write((season) => {
      const [now, before] = season.periods;
      Object.assign(now.program_groups[0], { first_day_of_school: '2030-01-02', is_current: false });
      Object.assign(before, {
        program_groups: [
          ...before.program_groups,
          { ...now.program_groups[0], is_current: true, printable_contracts: [] },
        ],
      });
      now.programs[0].routes[1].is_active = false;
    });
    await importSeasonFile(another, edited);
    await exportSeasonFile(another, path('edited.json'));
    const { periods } = await read(path('edited.json'));
    expect(periods[0].program_groups[0]).toMatchObject({
      first_day_of_school: '2030-01-02',
      is_current: false,
    });
    expect([periods[0].is_current, periods[1].is_current, periods[1].program_groups[0].is_current]).toEqual([
      true,
      true,
      false,
    ]);
    expect(periods[0].programs[0].routes[1].is_active).toBe(false);
    expect(changedNothing(await importSeasonFile(another, path('edited.json')))).toBe(true);
  });

  it('has nothing to say of an empty portal', async () => {
    const empty = await createTestContext();
    await expect(exportSeasonFile(empty, path('none.json'))).rejects.toThrow('no season to export');
    await empty.close();
  });
});
