import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import {
  callEarlyOn,
  deferStart,
  deferStartAs,
  hearStartOf,
  preloadRoutes,
  readManifest,
  type StartsWhen,
} from './first-load.ts';
import { inPageScript } from '../../../scripts/in-page-scripts.ts';

const [startLater, callEarly, hearFailedStart] = await Promise.all([
  inPageScript('start-later'),
  inPageScript('call-early'),
  inPageScript('failed-start'),
]);

const page =
  '<head><link rel="modulepreload" href="/assets/a.js"/>' +
  '<link rel="modulepreload" href="/assets/b.js"/></head>' +
  '<body><p>Text</p><script>context()</script>' +
  '<script type="module" async="">import "/assets/a.js";\nimport("/assets/entry.js");</script></body>';

type Visit = {
  search?: string;
  hash?: string;
  token?: string;
  isFramed?: boolean;
  hasNoStorage?: boolean;
  isOldBrowser?: boolean;
  /** a file of the application fails although it was fetched, or before it was */
  doesStartFail?: boolean;
};

/** Runs the script of a page as a browser would, and lists what it started and when it listens. */
function run(at: Visit = {}, when: StartsWhen = {}) {
  const html = deferStart(page, startLater, when)?.html ?? '';
  const script = /<script data-later-start[^>]*>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '';
  const listened: Record<string, (event?: unknown) => void> = {};
  const started: string[] = [];
  const preloaded: unknown[] = [];
  const self = {};
  const failed = { hidden: true };
  const documentElement = {
    dataset: {} as Record<string, string>,
    hasAttribute: (name: string) => name === 'data-old-browser' && at.isOldBrowser === true,
  };
  runInNewContext(script.replace('import(', 'begin('), {
    begin: async (path: string) => {
      started.push(path);
      if (at.doesStartFail) throw new Error('no module');
    },
    document: {
      documentElement,
      querySelector: () => null,
      getElementById: (id: string) => (id === 'start-failed' ? failed : null),
      createElement: () => ({}),
      head: { appendChild: (link: { href: string }) => preloaded.push(link.href) },
    },
    localStorage: {
      getItem() {
        if (at.hasNoStorage) throw new Error('denied');
        return at.token ?? null;
      },
    },
    sessionStorage: { getItem: () => null },
    location: { search: at.search ?? '', hash: at.hash ?? '' },
    addEventListener: (name: string, act: () => void) => (listened[name] = act),
    setTimeout: (act: () => void, ms: number) => void (ms === 0 ? act() : setTimeout(act)),
    window: {},
    self,
    top: at.isFramed ? {} : self,
  });
  const settle = () => new Promise((resolve) => setTimeout(resolve, 20));
  const marks = documentElement.dataset;
  return { started, preloaded, listened, marks, failed, settle };
}

describe('the JavaScript of a finished page', () => {
  /** @shows MA5.1 */
  it('marks the page of somebody whose login is stored, before the portal knows more', () => {
    expect(run({ token: '{}' }).marks).toEqual({ known: '' });
    expect(run().marks).toEqual({});
  });

  it('leaves the page, with its preloads, and stays whole', () => {
    const deferred = deferStart(page, startLater);
    expect(deferred?.startModule).toBe('import "/assets/a.js";\nawait import("/assets/entry.js");');
    expect(deferred?.html).not.toContain('<link rel="modulepreload"');
    expect(deferred?.html).toContain('<script>context()</script>');
  });

  it('starts after load, once, however much happens', () => {
    const { started, preloaded, listened } = run();
    expect(started).toEqual([]);
    listened.load?.();
    listened.pointerdown?.();
    expect(started).toEqual([deferStart(page, startLater)?.startPath]);
    expect(preloaded).toEqual(['/assets/a.js', '/assets/b.js']);
  });

  it('starts earlier when the visitor acts', () => {
    const { started, listened } = run();
    listened.keydown?.();
    expect(started).toHaveLength(1);
  });

  it.each([
    [{ token: '{}' }],
    [{ hasNoStorage: true }],
    [{ isFramed: true }],
    [{ search: '?frame=1' }],
    [{ hash: '#schools' }],
  ])('starts at once with %o', (at) => {
    expect(run(at).started).toHaveLength(1);
  });

  /** @shows MD7.3 */
  it('says when it cannot start', async () => {
    const { failed, settle } = run({ token: '{}', doesStartFail: true });
    await settle();
    expect(failed).toEqual({ hidden: false });
    const well = run({ token: '{}' });
    await well.settle();
    expect(well.failed).toEqual({ hidden: true });
  });

  /** @shows MD3.3 */
  it('does not start below the floor, where the menu unfolds', () => {
    const { started, listened } = run({ token: '{}', isOldBrowser: true });
    expect([started, Object.keys(listened)]).toEqual([[], ['click']]);
    const attributes: Record<string, string> = { 'aria-controls': 'site-menu' };
    const button = {
      getAttribute: (name: string) => attributes[name],
      setAttribute: (name: string, value: unknown) => void (attributes[name] = String(value)),
    };
    listened.click?.({ target: { closest: () => button } });
    expect(attributes['aria-expanded']).toBe('true');
  });

  it('is that of the build’s page where the server has rendered the page', () => {
    const built = deferStart(page, startLater)!.html;
    const rendered = page.replace('<p>Text</p>', '<p>Season</p>');
    expect(deferStartAs(built, rendered)).toBe(built.replace('<p>Text</p>', '<p>Season</p>'));
    expect(deferStartAs(built, page.replace('entry.js', 'other.js'))).toBeUndefined();
    expect(deferStartAs(page, rendered)).toBeUndefined();
  });

  it('does not change a page without one', () => {
    expect(deferStart('<p>Text</p>', startLater)).toBeUndefined();
  });
});

/** @shows MD7.3 */
describe('a page whose application starts with its document', () => {
  it('hears of files that do not come', () => {
    const html = hearStartOf(page, hearFailedStart);
    expect(html).toContain('import("/assets/entry.js").catch(tellFailedStart);</script>');
    const failed = { hidden: true };
    let hear = (_: object) => {};
    runInNewContext(/<script>(\(function[\s\S]*?)<\/script>/.exec(html)?.[1] ?? '', {
      document: { documentElement: { hasAttribute: () => false }, getElementById: () => failed },
      addEventListener: (_: string, act: typeof hear) => (hear = act),
    });
    hear({ target: { type: 'text/javascript' } });
    expect(failed.hidden).toBe(true);
    hear({ target: { type: 'module' } });
    expect(failed.hidden).toBe(false);
  });
});

describe('the page of everything that is not finished', () => {
  const manifest = readManifest(
    'window.__reactRouterManifest={"routes":{"frame":{"module":"/f.js","imports":["/a.js","/b.js"]}}};',
  );
  const html = '<head><link rel="modulepreload" href="/a.js"/></head>';

  it('asks at once for the code that each of its uses needs, and for nothing twice', () => {
    expect(preloadRoutes(html, manifest, ['frame'])).toBe(
      '<head><link rel="modulepreload" href="/a.js"/><link rel="modulepreload" href="/f.js"/>' +
        '<link rel="modulepreload" href="/b.js"/></head>',
    );
  });

  it('is not built when such a route is gone', () => {
    expect(() => preloadRoutes(html, manifest, ['gone'])).toThrow('no route gone');
  });
});

describe('the calls of a page that start with its document', () => {
  type Asked = { path: string; headers: Record<string, string> };

  /** Runs the script of a page's head in a browser that keeps `stored`, and lists what it asks for. */
  async function run(stored: Record<string, string> | undefined, cookie = ''): Promise<Asked[]> {
    const html = callEarlyOn('<head></head>', callEarly, ['/order']);
    const asked: Asked[] = [];
    const storage = {
      getItem(key: string) {
        if (!stored) throw new Error('denied');
        return stored[key] ?? null;
      },
    };
    runInNewContext(/<script>([\s\S]*)<\/script>/.exec(html)?.[1] ?? '', {
      document: { cookie, documentElement: { dataset: {} }, querySelector: () => ({ content: 'bearer' }) },
      sessionStorage: storage,
      localStorage: storage,
      window: {},
      Response,
      performance,
      async fetch(path: string, { headers }: Asked) {
        asked.push({ path, headers });
        return new Response('{}');
      },
    });
    await new Promise((resolve) => setTimeout(resolve));
    return asked;
  }
  const login = { auth_token: JSON.stringify({ access_token: 'own' }) };

  it('are the page’s own, and the options before the user', async () => {
    expect((await run(login)).map(({ path }) => path)).toEqual(['/api/option', '/api/order', '/api/user']);
  });

  it('carry the headers of every call, and an impersonation before the own login', async () => {
    const [first] = await run({ ...login, impersonate_token: 'other' }, 'a=b; XSRF-TOKEN=d%20e');
    expect(first?.headers).toEqual({
      Accept: 'application/json',
      'X-Requested-With': 'XMLHttpRequest',
      Authorization: 'Bearer other',
      'X-CSRF-TOKEN': 'bearer',
      'X-XSRF-TOKEN': 'd e',
    });
  });

  it.each<Record<string, string> | undefined>([undefined, {}, { auth_token: '{"broken":1}' }])(
    'are none with %o in storage',
    async (stored) => {
      expect(await run(stored)).toEqual([]);
    },
  );
});
