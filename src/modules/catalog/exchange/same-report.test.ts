import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { chanceOf, type Chance } from '#kit/seeded-chance.ts';
import { inLane } from '#tests/support/lane.ts';
import { redrawPrices } from '#tests/support/season/random-season.ts';
import { createSeasonFolder, type Loose, type SeasonFolder } from '#tests/support/season/season-folder.ts';
import { uploadSeason, zipOfSeason } from '#tests/support/season/upload-season.ts';
import { sentenceOfProblem, SeasonRefused } from '#modules/catalog/season/season-problem.ts';
import { countsOf } from '#modules/catalog/season/season-report.ts';
import { importSeasonFile } from '#modules/catalog/season/season.service.ts';

const FILES = inLane({ short: 10, long: 50 });

let shop: SeasonApp;
let staff: StaffMember;
let seasons: SeasonFolder;

beforeAll(async () => {
  [shop, seasons] = await Promise.all([openSeasonApp(), createSeasonFolder()]);
  staff = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleSuperAdmin' });
});
afterAll(async () => {
  await shop.close();
  await seasons.remove();
});

const SPOILED: readonly ((season: Loose, chance: Chance) => void)[] = [
  (season) => (season.company.currency = 'EUR'),
  (season, chance) => (aRoute(season, chance).capacity = -1),
  (season, chance) => (aRoute(season, chance).contract_pdf = 'missing-2027.pdf'),
  (season) => season.divisions.push({ ...season.divisions[0] }),
  (season) => delete season.periods[0].text,
];

const aRoute = (season: Loose, chance: Chance) => chance.oneOf<Loose>(season.periods[0].programs).routes[0];

/** Another price, text, order or object, and in every third file a problem. */
function edited(season: Loose, chance: Chance): void {
  if (chance.percent(50)) redrawPrices(season, chance);
  if (chance.percent(50)) aRoute(season, chance).name += ' (again)';
  if (chance.percent(50)) season.periods[0].program_groups[0].active_msg = `<p>${chance.upTo(1_000)}</p>`;
  if (chance.percent(30)) season.company.dispatch_phone = `212-555-0${100 + chance.upTo(800)}`;
  if (chance.percent(33)) chance.oneOf(SPOILED)(season, chance);
}

/** What the command says of a file, before an import. */
async function byCommand(path: string) {
  try {
    const report = await importSeasonFile(shop.context, path, { dryRun: true });
    return { lines: report.changes, kept: report.kept, counts: countsOf(report), problems: [] };
  } catch (error) {
    if (!(error instanceof SeasonRefused)) throw error;
    return { lines: [], kept: [], counts: [], problems: error.problems.map(sentenceOfProblem) };
  }
}

async function byBrowser(path: string) {
  const { status, errors, items } = await uploadSeason(shop.app, staff, await zipOfSeason(path));
  expect([status, errors]).toEqual([200, []]);
  const { lines, kept, counts, problems } = items[0];
  const told = problems.map((one: Loose) => sentenceOfProblem({ place: one.place, problem: one.sentence }));
  return { lines, kept, counts, problems: told };
}

/** @shows SE10.5 */
describe('command and browser', () => {
  it(`say the same of ${FILES} drawn season files`, async () => {
    let refused = 0;
    for (let seed = 1; seed <= FILES; seed += 1) {
      const path = await seasons.write((season) => edited(season, chanceOf(seed)));
      const [command, browser] = [await byCommand(path), await byBrowser(path)];
      expect({ seed, ...browser }).toEqual({ seed, ...command });
      if (command.problems.length > 0) refused += 1;
    }
    expect(refused).toBeGreaterThan(0);
    expect(refused).toBeLessThan(FILES);
  });
});
