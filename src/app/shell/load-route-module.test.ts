import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  isRouteMissing,
  loadMissingRoute,
  loadPart,
  loadRouteModule,
  onRouteMissing,
} from './load-route-module.ts';

const page = { default: () => null };

let visited: string[];

beforeEach(() => {
  visited = [];
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('location', { href: '/here', assign: (path: string) => visited.push(path) });
  vi.stubGlobal('addEventListener', () => {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A network that is gone, or a server that is restarted, for as many requests as are said. */
function failing(times: number, failure: () => Promise<Response>): void {
  let left = times;
  vi.stubGlobal('fetch', async () => (left-- > 0 ? failure() : code()));
}
const code = () => new Response('code', { headers: { 'content-type': 'text/javascript; charset=utf-8' } });
const offline = () => Promise.reject(new TypeError('Failed to fetch'));
const answering = (status: number) => async () => new Response(null, { status });

let pages = 0;
const aRoute = () => ({ id: 'routes/page', module: `/assets/page-${(pages += 1)}.js` });
const load = async () => page;

describe('the code of a page', () => {
  it('is loaded once, with all that it imports', async () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url);
      return code();
    });
    const cache = {};
    const route = { ...aRoute(), imports: ['/assets/shared.js'] };
    await expect(loadRouteModule(route, cache, load)).resolves.toBe(page);
    await expect(loadRouteModule(route, cache, load)).resolves.toBe(page);
    expect(asked).toEqual([route.module, '/assets/shared.js']);
  });

  /** @shows MA3.1 */
  it('is waited for without a network, until somebody tries again and it comes', async () => {
    failing(2, offline);
    const heard: boolean[] = [];
    const stop = onRouteMissing(() => heard.push(isRouteMissing()));
    const loading = loadRouteModule(aRoute(), {}, load);
    await vi.waitUntil(isRouteMissing);
    loadMissingRoute();
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(isRouteMissing()).toBe(true);
    loadMissingRoute();
    await expect(loading).resolves.toBe(page);
    stop();
    expect(heard).toEqual([true, false]);
    expect(visited).toEqual([]);
  });

  it.each([
    ['the server is being restarted', answering(502)],
    ['a filter refuses it', answering(403)],
    ['a guest Wi-Fi answers with a page of its own', async () => new Response('<p>Welcome</p>')],
  ])('is waited for while %s', async (_, failure) => {
    failing(1, failure);
    const loading = loadRouteModule(aRoute(), {}, load);
    await vi.waitUntil(isRouteMissing);
    loadMissingRoute();
    await expect(loading).resolves.toBe(page);
  });

  /** @shows MA3.3 */
  it('of another version of the portal comes with the whole page that was asked for', async () => {
    failing(1, answering(404));
    const to = { pathname: '/dashboard/help', search: '?a=1', hash: '#b' };
    vi.stubGlobal('__reactRouterDataRouter', { state: { navigation: { location: to } } });
    void loadRouteModule(aRoute(), {}, load);
    await vi.waitUntil(() => visited.length > 0);
    expect(visited).toEqual(['/dashboard/help?a=1#b']);
  });
});

describe('a part of a page that comes late', () => {
  const aPart = () => [`assets/part-${(pages += 1)}.js`];

  /** @shows MD7.1 */
  it('is not imported before its files are here, so that it can be asked for again', async () => {
    failing(1, offline);
    const imported = vi.fn(load);
    const files = aPart();
    await expect(loadPart(imported, files)).rejects.toMatchObject({ isOld: false });
    expect(imported).not.toHaveBeenCalled();
    await expect(loadPart(imported, files)).resolves.toBe(page);
  });

  /** @shows MD7.2 */
  it('is of another version where the server no longer has one of its files', async () => {
    failing(1, answering(404));
    await expect(loadPart(load, aPart())).rejects.toMatchObject({ isOld: true });
  });

  it('needs another document once the browser has kept a module that failed', async () => {
    failing(0, offline);
    const broken = async () => Promise.reject(new TypeError('Importing a module script failed.'));
    await expect(loadPart(broken, aPart())).rejects.toMatchObject({ isOld: true });
  });

  it('is asked for past what the browser has kept of a wrong answer', async () => {
    const asked: unknown[] = [];
    const answers = [new Response('<p>Welcome</p>'), code()];
    vi.stubGlobal('fetch', async (_: string, init?: RequestInit) => (asked.push(init), answers.shift()));
    const files = aPart();
    await expect(loadPart(load, files)).rejects.toMatchObject({ isOld: false });
    await expect(loadPart(load, files)).resolves.toBe(page);
    expect(asked).toEqual([undefined, { cache: 'reload' }]);
  });
});
