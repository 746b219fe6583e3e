import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brand } from '#brand/selected-brand.ts';
import { createSeasonFolder, type Loose, type SeasonFolder } from '#tests/support/season/season-folder.ts';
import { createTestContext, type TestContext } from '#tests/support/app/test-context.ts';
import { takeFirstFacts } from './first-facts.service.ts';
import { importSeasonFile } from './season.service.ts';

/** As a file of an earlier version. */
function withoutFacts(season: Loose): void {
  delete season.company.dispatch_hours;
  delete season.news_items;
  for (const group of season.program_groups) {
    delete group.line_color;
    for (const program of group.programs) {
      delete program.check_attention;
      delete program.check_text;
    }
  }
  for (const block of season.content_blocks) {
    delete block.program_group;
    delete block.short_name;
  }
}

let context: TestContext;
let seasons: SeasonFolder;

beforeAll(async () => {
  [context, seasons] = await Promise.all([createTestContext(), createSeasonFolder()]);
});
afterAll(async () => {
  await context.close();
  await seasons.remove();
});

const rows = async (question: string) => (await context.db.execute(sql.raw(question))).rows as Loose[];

const COLORS = `select path, line_color from program_groups order by position`;
const facts = async () => ({
  colors: await rows(COLORS),
  checks: await rows(`select name, check_attention, check_text from programs order by id`),
  blocks: await rows(`select b.key, g.path, b.short_name from content_blocks b
    left join program_groups g on g.id = b.program_group_id order by b.key`),
  news: await rows(`select day, title, text, link, link_text from news_items order by position`),
  hours: await rows(`select dispatch_hours from company`),
});

const OF_BRAND = brand.schools.map(({ path, color }) => ({ path, line_color: color }));

/** @shows SE13.1 SE3.10 */
describe('a fresh portal', () => {
  it('has the colors, lists and news of the brand folder if its season file tells none', async () => {
    await importSeasonFile(context, await seasons.write(withoutFacts));
    const { colors, checks, blocks, news, hours } = await facts();
    expect(colors).toEqual(OF_BRAND);
    expect(checks).toContainEqual({ name: 'rcs-lower', ...firstCheck('rcs-lower') });
    expect(blocks).toContainEqual({ key: 'ecfs_late_bus', path: 'ecfs', short_name: 'Late bus' });
    expect(news).toHaveLength(3);
    expect(news.at(-1)).toMatchObject({
      day: '2019-10-01',
      link: 'https://news.example/2019/10/01/harborline-tracking',
    });
    expect(hours).toEqual([{ dispatch_hours: brand.dispatch_hours }]);
  });

  it('keeps what the office has changed since, whatever is imported, at every start', async () => {
    await context.db.execute(sql`update program_groups set line_color = '#123456' where path = 'hm'`);
    await context.db.execute(sql`delete from news_items`);
    await importSeasonFile(context, await seasons.write(withoutFacts));
    await takeFirstFacts(context);
    const { colors, news } = await facts();
    expect(colors).toContainEqual({ path: 'hm', line_color: '#123456' });
    expect(news).toEqual([]);
  });
});

describe('a portal of an earlier version', () => {
  /** @shows SE13.1 */
  it('takes the facts of its pages at the first start, and no start later', async () => {
    const older = await createTestContext();
    await importSeasonFile(older, await seasons.write(withoutFacts));
    context = older;
    const wanted = await facts();
    await older.db.execute(sql`update company set dispatch_hours = null`);
    await older.db.execute(sql`update program_groups set line_color = default`);
    await older.db.execute(sql`update programs set check_attention = null, check_text = null`);
    await older.db.execute(sql`update content_blocks set program_group_id = null, short_name = null`);
    await older.db.execute(sql`delete from news_items`);
    await takeFirstFacts(older);
    expect(await facts()).toEqual(wanted);
    const sets = `select source, count(*)::int as n from catalog_changes group by 1 order by 1`;
    const before = await rows(sets);
    await takeFirstFacts(older);
    expect([before.at(-1), await rows(sets)]).toEqual([{ source: 'setup', n: 1 }, before]);
  });
});

function firstCheck(program: string) {
  const { attention, text } = brand.check_instructions[program]!;
  return { check_attention: attention, check_text: text };
}
