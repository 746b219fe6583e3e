import { within } from '#kit/within.ts';
import { describeError } from '#platform/log/describe-error.ts';
import { MINUTE_MS } from '#kit/durations.ts';
import { listContentBlocks } from '#modules/content/content.service.ts';
import { sellingCatalog } from '#modules/catalog/current-catalog.service.ts';
import type { AppContext } from '#server/app-context.ts';
import { pageOf, type BuiltPage, type BuiltPages } from './built-pages.ts';
import { readHomePage, readNewsPage, readSchoolPage, readWizard, type PageRead } from './page-reads.ts';
import { RendererClosed, type PageRenderer } from './page-renderer.ts';

type Wanted = {
  name: string;
  address: string;
  read: () => Promise<PageRead[] | undefined>;
  also?: string;
  waitsMs?: number;
};

type Finished = { stamp: string; content: string; page: Promise<BuiltPage | undefined> };

// A phone on a slow connection gets the page sooner from the application than from a slower server.
const WAITS_MS = 2_000;

// A season may bring another drawing under the same name.
const DRAWINGS_STAY_MS = 5 * MINUTE_MS;

/** Only without a query; the application handles queries. */
async function wantedHome({ db, files, clock }: AppContext, url: URL): Promise<Wanted | undefined> {
  if (url.search) return undefined;
  const blocks = await listContentBlocks(db);
  const also = `${Math.floor(clock.now().getTime() / DRAWINGS_STAY_MS)} ${JSON.stringify(blocks)}`;
  // In the meantime the built page serves, and loads the maps by a call.
  return { name: 'home', address: '/', read: () => readHomePage(files, blocks), also, waitsMs: 0 };
}

async function wantedOf(context: AppContext, name: string, url: URL): Promise<Wanted | undefined> {
  if (name === 'home') return wantedHome(context, url);
  if (name === 'news') return { name, address: '/news', read: () => readNewsPage(context.db) };
  if (name === 'program.home') {
    const path = decodeURIComponent(url.pathname.slice(1));
    return { name, address: `/${encodeURIComponent(path)}`, read: () => readSchoolPage(context, path) };
  }
  const school = url.searchParams.get('school');
  // Only the browser knows who has reached later steps.
  const isFirstStep = ['0', null].includes(url.searchParams.get('step'));
  if (name !== 'contract' || !school || !isFirstStep) return undefined;
  const address = `/contract?school=${encodeURIComponent(school)}`;
  return { name, address, read: () => readWizard(context, school) };
}

/** The time of day in an old read makes no new page. */
const contentOf = (reads: readonly PageRead[]): string =>
  JSON.stringify(reads.map(({ key, data, isOld }) => [key, isOld ? dayOf(data) : data]));

const dayOf = (data: unknown): unknown =>
  (data as Record<string, unknown>[]).map(
    ({ date_time: _, seconds_left_today: __, now: ___, ...rest }) => rest,
  );

/**
 * Allows only the scripts of the build, never a script smuggled in by a text of the season. @returns
 * undefined if a script of the build is missing: the page would not start
 */
function withOwnScripts(page: BuiltPage, own: BuiltPage | undefined): BuiltPage | undefined {
  if (!own?.scriptHashes.every((hash) => page.scriptHashes.includes(hash))) return undefined;
  const { scriptHashes, styleHashes } = own;
  return { ...page, scriptHashes, styleHashes, hasFixedHashes: true };
}

/**
 * Finishes a page once for each content. Each request asks for the season's version, so no page shows an
 * older season.
 * @returns finds the page of an address; undefined for pages drawn by the application
 */
export function finishedPages(
  context: AppContext,
  built: BuiltPages,
  renderer: PageRenderer,
): (name: string, url: URL) => Promise<BuiltPage | undefined> {
  const finished = new Map<string, Finished>();
  const reading = new Map<string, Promise<PageRead[] | undefined>>();

  async function render({ name, address }: Wanted, reads: PageRead[]): Promise<BuiltPage | undefined> {
    try {
      const page = withOwnScripts(pageOf(await renderer.render(address, reads)), built.findServed(name));
      if (!page) throw new Error('its scripts are not those that the build has made for it');
      return page;
    } catch (error) {
      if (error instanceof RendererClosed) return undefined;
      context.log.error({ address, error: describeError(error) }, 'a page could not be finished');
      return undefined;
    }
  }
  function readOnce({ address, read }: Wanted, stamp: string): Promise<PageRead[] | undefined> {
    const key = `${address} ${stamp}`;
    const known = reading.get(key) ?? read().finally(() => reading.delete(key));
    reading.set(key, known);
    return known;
  }
  async function finish(wanted: Wanted): Promise<BuiltPage | undefined> {
    const { version, since } = await sellingCatalog(context.db, context.clock.now());
    const { also = '', waitsMs = WAITS_MS } = wanted;
    const stamp = `${version} ${since} ${context.clock.today()} ${also}`;
    const known = finished.get(wanted.address);
    if (known?.stamp === stamp) return within(waitsMs, known.page);
    const reads = await readOnce(wanted, stamp);
    if (!reads) return undefined;
    const content = contentOf(reads);
    const page = known?.content === content ? known.page : render(wanted, reads);
    finished.set(wanted.address, { stamp, content, page });
    return within(waitsMs, page);
  }
  return async (name, url) => {
    const find = async () => {
      const wanted = await wantedOf(context, name, url);
      return wanted && finish(wanted);
    };
    return find().catch(() => undefined);
  };
}
