import { globSync, readFileSync, statSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildFolder } from '#brand/brand-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const CLIENT = join(buildFolder, 'client');

/** OF0.9, in bytes as they travel to a browser that reads Brotli. */
const HEAVIEST_LIST = 190_000;

/** Lists beside a form that is open with the page, so the rules of forms come with the page. */
const LISTS_WITH_FORMS = ['aid', 'amendments', 'awards', 'paper', 'requests', 'waiting'];

type Route = { id: string; parentId?: string; module: string; imports: string[] };
type Manifest = { entry: { module: string; imports: string[] }; routes: Record<string, Route> };

function readManifest(): Manifest {
  const files = JSON.parse(readFileSync(join(buildFolder, 'pages.json'), 'utf8')) as string[];
  const path = files.find((one) => /assets\/manifest-\w+\.js$/.test(one))!;
  const script = readFileSync(join(buildFolder, path), 'utf8');
  return JSON.parse(script.replace(/^window\.__reactRouterManifest=/, '').replace(/;$/, '')) as Manifest;
}

const { entry, routes } = readManifest();

/** The scripts of a page and of the page's layouts. */
function scriptsOf(id: string): string[] {
  const scripts = new Set([entry.module, ...entry.imports]);
  for (let route = routes[id]; route; route = routes[route.parentId ?? ''])
    [route.module, ...route.imports].forEach((script) => scripts.add(script));
  return [...scripts];
}

function weightOf(script: string): number {
  const path = join(CLIENT, script);
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
}

const pages = Object.keys(routes).filter((id) => id.endsWith('/page'));
const lists = globSync('src/app/routes/office/**/page.tsx', { cwd: ROOT })
  .filter((path) => readFileSync(join(ROOT, path), 'utf8').includes("'#app/lists/office-list.tsx'"))
  .map((path) => path.replace(/^src\/app\/|\.tsx$/g, ''));

/** @shows OF0.9 */
describe('the scripts of the built pages', () => {
  it.each(lists.filter((id) => !LISTS_WITH_FORMS.some((name) => id === `routes/office/${name}/page`)))(
    'weigh at most 190 kB with the frame of the office: %s',
    (id) => {
      const weight = scriptsOf(id)
        .map(weightOf)
        .reduce((sum, one) => sum + one, 0);
      expect(weight).toBeGreaterThan(50_000);
      expect(weight).toBeLessThanOrEqual(HEAVIEST_LIST);
    },
  );

  it('have nothing of the office, of its editor or its charts on a page of a family', () => {
    const ofFamilies = pages.filter((id) => !id.startsWith('routes/office/'));
    expect(ofFamilies.length).toBeGreaterThan(30);
    const ofOffice = /\/(office|desk|editor|charts|[\w-]+-list)-[\w-]{8}\.js$/;
    expect(ofFamilies.filter((id) => scriptsOf(id).some((script) => ofOffice.test(script)))).toEqual([]);
    expect(scriptsOf('routes/office/students/page').filter((script) => ofOffice.test(script))).not.toEqual(
      [],
    );
  });
});
