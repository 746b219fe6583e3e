import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSeasonContext, type TestContext } from '#tests/support/app/test-context.ts';
import { pageOf, type BuiltPage } from './built-pages.ts';
import { finishedPages } from './finished-pages.ts';
import type { PageRead } from './page-reads.ts';
import { RendererClosed } from './page-renderer.ts';

const START = '<template><script>import("/assets/entry.js")</script></template><script>startLater()</script>';
const html = `<html><head></head><body>%company-name%${START}</body></html>`;

let context: TestContext;
let renders: string | Error = html;
let rendered: { address: string; reads: readonly PageRead[] }[] = [];
let find: (name: string, address: string) => Promise<BuiltPage | undefined>;

beforeAll(async () => {
  context = await createSeasonContext();
});
beforeEach(() => {
  rendered = [];
  renders = html;
  const finish = finishedPages(
    context,
    {
      folder: '',
      shell: pageOf('shell'),
      find: () => undefined,
      findServed: () => pageOf(html),
    },
    {
      async render(address, reads) {
        rendered.push({ address, reads });
        if (renders instanceof Error) throw renders;
        return renders;
      },
      close: async () => {},
    },
  );
  find = (name, address) => finish(name, new URL(address, 'http://portal'));
});
afterAll(() => context.close());

const sql = (text: string) => context.database.pool.query(text);

describe('the page of a school', () => {
  it('comes with what its calls would answer, and starts by itself', async () => {
    const page = await find('program.home', '/hm');
    const named = rendered[0]?.reads.map(({ key }) => key[0]);
    expect(named).toEqual([
      'readServerInfo',
      'findProgramGroupByPath',
      'listPeriodProgramGroups',
      'listRoutes',
    ]);
    expect(page?.scriptHashes).toHaveLength(2);
  });

  it('is made once, however often it is asked for', async () => {
    await find('program.home', '/hm');
    await find('program.home', '/hm');
    expect(rendered).toHaveLength(1);
  });

  it('stays when a seat is sold or an hour has passed', async () => {
    await find('program.home', '/hm');
    await sql('update routes set seats_taken = seats_taken + 1');
    context.clock.advanceMs(3_600_000);
    await find('program.home', '/hm');
    expect(rendered).toHaveLength(1);
  });

  it('is another one as soon as the season has changed, by whatever hand', async () => {
    await find('program.home', '/hm');
    await sql(`update program_groups set text = 'Hillmark </script> School' where path = 'hm'`);
    await find('program.home', '/hm');
    expect(rendered).toHaveLength(2);
    expect(rendered[1]?.reads[1]?.data).toMatchObject([{ text: 'Hillmark </script> School' }]);
  });

  it('is another one on another day, as terms end', async () => {
    await find('program.home', '/hm');
    context.clock.advanceMs(86_400_000);
    await find('program.home', '/hm');
    expect(rendered).toHaveLength(2);
  });

  it('gives no leave to a script that a text of the season has brought along', async () => {
    renders = html.replace('%company-name%', '<script>evil()</script>');
    const page = await find('program.home', '/hm');
    expect(page?.html).toContain('evil()');
    expect(page?.scriptHashes).toEqual(pageOf(html).scriptHashes);
  });

  it('is left to the application when it would not start by itself', async () => {
    renders = html.replace(START, '');
    expect(await find('program.home', '/hm')).toBeUndefined();
  });

  it.each([
    [0, 'the portal stops meanwhile', new RendererClosed('the portal stops')],
    [1, 'it cannot be drawn', new Error('cannot be drawn')],
  ])('leaves %s errors in the log where %s', async (errors, _, error) => {
    const logged = vi.spyOn(context.log, 'error');
    renders = error;
    expect(await find('program.home', '/hm')).toBeUndefined();
    expect(logged).toHaveBeenCalledTimes(errors);
    logged.mockRestore();
  });

  it.each(['/HM', '/nobody', '/hm/'])('is left to the application at %s', async (address) => {
    expect(await find('program.home', address)).toBeUndefined();
  });
});

describe('the first step of the wizard', () => {
  it('is made for its school, whatever else the address says', async () => {
    await find('contract', '/contract?school=hm&utm_source=letter');
    await find('contract', '/contract?school=hm&step=0');
    expect(rendered.map(({ address }) => address)).toEqual(['/contract?school=hm']);
  });

  it('has no seats that anybody may have taken meanwhile', async () => {
    const page = await find('contract', '/contract?school=hm');
    expect(page?.html).not.toContain('seats_left');
  });

  it.each(['/contract', '/contract?school=hm&step=1', '/contract?school=nobody'])(
    'is left to the application at %s',
    async (address) => {
      expect(await find('contract', address)).toBeUndefined();
    },
  );

  it('is left to the application while the school sells nothing', async () => {
    await sql(`update period_program_groups set is_active = false`);
    expect(await find('contract', '/contract?school=hm')).toBeUndefined();
    await sql(`update period_program_groups set is_active = true`);
  });
});

describe('the home page', () => {
  it('comes with its route maps and their stops in words, as soon as it is made', async () => {
    await find('home', '/');
    await vi.waitUntil(() => find('home', '/'));
    expect(rendered).toHaveLength(1);
    const [maps] = rendered[0]?.reads ?? [];
    expect(maps?.data).toContainEqual(
      expect.objectContaining({
        key: 'hm_single',
        lines: expect.arrayContaining([
          { name: 'Parkside', stops: ['Cedar Sq', 'Park Gate', 'Elm St', 'Fordham', 'Hillmark'] },
        ]),
      }),
    );
  });

  it('is another one as soon as a map has changed', async () => {
    await find('home', '/');
    await sql(`update content_blocks set helper_text = 'Another map' where key = 'hm_single'`);
    await find('home', '/');
    expect(rendered.at(-1)?.reads[0]?.data).toContainEqual(
      expect.objectContaining({ helper_text: 'Another map' }),
    );
  });

  it('is left to the application when its address says more', async () => {
    expect(await find('home', '/?frame=1')).toBeUndefined();
  });
});

it('any other page is left to the application', async () => {
  expect(await find('orders', '/dashboard/orders')).toBeUndefined();
});
