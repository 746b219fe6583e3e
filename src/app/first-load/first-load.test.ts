import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { bundleInPage } from '../../../scripts/in-page-scripts.ts';
import type { LaterStart } from '../site-map.ts';
import { callInPage } from './call-in-page.ts';

const [startLater, callEarly, hearFailedStart, markKnown] = await Promise.all(
  ['start-later', 'call-early', 'failed-start', 'mark-known'].map(bundleInPage),
);

type Visit = {
  search?: string;
  hash?: string;
  token?: string;
  isFramed?: boolean;
  hasNoStorage?: boolean;
  isOldBrowser?: boolean;
};

/** Runs the script of a page as a browser would, and lists what it started and when it listens. */
function run(at: Visit = {}, when: LaterStart = { isForAddress: false }) {
  const listened: Record<string, (event?: unknown) => void> = {};
  const kept = ['the scripts of React Router'];
  const started: string[] = [];
  const self = {};
  const documentElement = {
    dataset: {} as Record<string, string>,
    hasAttribute: (name: string) => name === 'data-old-browser' && at.isOldBrowser === true,
  };
  const page = {
    document: {
      documentElement,
      querySelector: () => null,
      getElementById: (id: string) => (id === 'later-start' ? { content: kept } : null),
      // As a document does, it takes what it is given out of its former place.
      body: { append: (content: string[]) => started.push(...content.splice(0)) },
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
    setTimeout: (act: () => void) => act(),
    window: {},
    self,
    top: at.isFramed ? {} : self,
  };
  runInNewContext(callInPage(markKnown!), page);
  const marksAtFirst = { ...documentElement.dataset };
  runInNewContext(callInPage(startLater!, when), page);
  return { marksAtFirst, started, listened, marks: documentElement.dataset };
}

describe('the scripts of a finished page', () => {
  /** @shows MA5.1 MP10.12 */
  it('mark the page of somebody whose login is stored in the head, before the first paint', () => {
    expect(run({ token: '{}' }).marksAtFirst).toEqual({ known: '' });
    expect(run({ token: '{}' }).marks).toEqual({ known: '' });
    expect(run().marks).toEqual({});
  });

  it('start after load, once, however much happens', () => {
    const { started, listened } = run();
    expect(started).toEqual([]);
    listened.load?.();
    listened.pointerdown?.();
    expect(started).toEqual(['the scripts of React Router']);
  });

  it('start earlier when the visitor acts', () => {
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
  ])('start at once with %o', (at) => {
    expect(run(at).started).toHaveLength(1);
  });

  it('start later at an address for which the page was made', () => {
    expect(run({ search: '?school=hm' }, { isForAddress: true }).started).toEqual([]);
  });

  /** @shows MD3.3 */
  it('do not start below the floor, where the menu unfolds', () => {
    const { started, listened, marks } = run({ token: '{}', isOldBrowser: true });
    expect(marks).toEqual({});
    expect([started, Object.keys(listened)]).toEqual([[], ['click']]);
    const attributes: Record<string, string> = { 'aria-controls': 'site-menu' };
    const button = {
      getAttribute: (name: string) => attributes[name],
      setAttribute: (name: string, value: unknown) => void (attributes[name] = String(value)),
    };
    listened.click?.({ target: { closest: () => button } });
    expect(attributes['aria-expanded']).toBe('true');
  });
});

/** @shows MD7.3 */
describe('a page whose application does not start', () => {
  const MODULE = { target: { type: 'module' } };

  function hear(name: string, event: object, { hasStarted = false } = {}): { hidden: boolean } {
    const notice = { hidden: true };
    const listened: Record<string, (event: object) => void> = {};
    runInNewContext(callInPage(hearFailedStart!), {
      document: {
        documentElement: { hasAttribute: (mark: string) => hasStarted && mark === 'data-started' },
        getElementById: () => notice,
      },
      addEventListener: (event: string, act: (event: object) => void) => (listened[event] = act),
    });
    listened[name]?.(event);
    return notice;
  }

  it.each([
    ['a file that does not come', 'error', MODULE],
    ['a start that fails', 'unhandledrejection', {}],
  ])('says so: %s', (_, name, event) => {
    expect(hear(name, event)).toEqual({ hidden: false });
  });

  it('does not say so of other scripts, or once the application runs', () => {
    expect(hear('error', { target: { type: 'text/javascript' } })).toEqual({ hidden: true });
    expect(hear('error', MODULE, { hasStarted: true })).toEqual({ hidden: true });
  });
});

describe('the calls of a page that start with its document', () => {
  type Asked = { path: string; headers: Record<string, string> };

  /** Runs the script of a page's head in a browser that keeps `stored`, and lists what it asks for. */
  async function run(stored: Record<string, string> | undefined, cookie = ''): Promise<Asked[]> {
    const asked: Asked[] = [];
    const storage = {
      getItem(key: string) {
        if (!stored) throw new Error('denied');
        return stored[key] ?? null;
      },
    };
    runInNewContext(callInPage(callEarly!, ['/order']), {
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
