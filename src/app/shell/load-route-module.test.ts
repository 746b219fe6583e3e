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
  vi.stubGlobal('fetch', () => (left-- > 0 ? failure() : Promise.resolve(new Response('code'))));
}
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
      return new Response('code');
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

  it('is waited for while the server is being restarted', async () => {
    failing(1, answering(502));
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
  it('is not imported before its files are here, so that it can be asked for again', async () => {
    failing(1, offline);
    const imported = vi.fn(load);
    const files = [`assets/part-${(pages += 1)}.js`];
    await expect(loadPart(imported, files)).rejects.toThrow(`/${files[0]}`);
    expect(imported).not.toHaveBeenCalled();
    await expect(loadPart(imported, files)).resolves.toBe(page);
  });
});
