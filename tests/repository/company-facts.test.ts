import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readBrand } from '#brand/selected-brand.ts';
import { schoolsOfPages, seasonFactsOf, type DemoOfPages } from '#modules/catalog/season-facts.ts';

const ROOT = join(import.meta.dirname, '../..');
const BRANDS = ['src/brand/harborline', 'tests/support/second-company'];
const season = JSON.parse(readFileSync(join(ROOT, 'src/db/demo/season.json'), 'utf8')) as DemoOfPages;
const { schools } = readBrand(join(ROOT, 'src/brand/harborline'));
const facts = seasonFactsOf(season);

describe('the finished pages', () => {
  it('name the phone, the mailboxes and the address that the demo season has', () => {
    const { dispatch_phone, dispatch_email, hiring_email, customer_service_email } = season.company!;
    expect(facts).toMatchObject({ dispatch_phone, dispatch_email, hiring_email, customer_service_email });
    const [division] = season.divisions;
    expect([facts.address_1, facts.city_line]).toEqual([
      division?.address_1,
      `${division?.city}, ${division?.state} ${division?.zip}`,
    ]);
  });

  it('name the schools and their colors that the brand folder gives a fresh portal', () => {
    const told = schoolsOfPages(season.program_groups, season.content_blocks, []);
    expect(told.map(({ path, line_color: color, routes }) => ({ path, color, routes }))).toEqual(schools);
  });

  it('have no phone, mailbox or school name of the season a second time in the brand folder', () => {
    const { mail_from } = readBrand(join(ROOT, 'src/brand/harborline'));
    const files = globSync('src/brand/harborline/**/*.json', { cwd: ROOT });
    const texts = files.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n');
    const phones = texts.match(/\d{3}-\d{3}-\d{4}/g) ?? [];
    const mailboxes = (texts.match(/[\w.-]+@[\w.-]+/g) ?? []).filter((mailbox) => mailbox !== mail_from);
    expect([...phones, ...mailboxes]).toEqual([]);
  });
});

describe('the code outside the brand folder', () => {
  it('names no company: neither the demo’s nor its schools', () => {
    const files = [
      ...globSync('src/{app,brand,kit,modules,platform,server}/**/*.{ts,tsx,css,svg}', { cwd: ROOT }),
      ...globSync('messages/en/*.json', { cwd: ROOT }),
    ].filter((file) => !file.includes('.test.') && !file.startsWith('src/brand/harborline/'));
    const named = files.filter((file) =>
      /harbor(?!line')|hillmark|eastcliff|ridgeway|northgate|718-555/i.test(
        readFileSync(join(ROOT, file), 'utf8'),
      ),
    );
    expect(named).toEqual([]);
  });
});

describe('a brand folder', () => {
  const shapeOf = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.slice(0, 1).map(shapeOf)
      : value !== null && typeof value === 'object'
        ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shapeOf(one)]))
        : typeof value;
  const pagesOf = (brand: string) => globSync('pages/*.json', { cwd: join(ROOT, brand) }).sort();

  it.each(BRANDS)('%s has a landscape, the texts of every page and a drawing of each school', (brand) => {
    const drawings = readBrand(join(ROOT, brand)).schools.map(({ path }) => `drawings/${path}.svg`);
    const files = globSync('{landscape.svg,drawings/*.svg}', { cwd: join(ROOT, brand) });
    expect(files).toEqual(expect.arrayContaining(['landscape.svg', ...drawings]));
    expect(pagesOf(brand)).toEqual(pagesOf(BRANDS[0]!));
    for (const page of pagesOf(brand)) {
      const read = (folder: string) =>
        shapeOf(JSON.parse(readFileSync(join(ROOT, folder, page), 'utf8'))) as object;
      expect([page, Object.keys(read(brand))]).toEqual([page, Object.keys(read(BRANDS[0]!))]);
    }
  });
});
