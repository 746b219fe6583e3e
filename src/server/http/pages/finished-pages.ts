import { deferStartAs } from '#kit/pages/first-load.ts';
import { within } from '#kit/within.ts';
import { describeError } from '#platform/log/describe-error.ts';
import { MINUTE_MS } from '#kit/durations.ts';
import { listContentBlocks } from '#modules/content/content.service.ts';
import { currentCatalog } from '#modules/catalog/current-catalog.service.ts';
import type { AppContext } from '#server/app-context.ts';
import { pageOf, type BuiltPage, type BuiltPages } from './built-pages.ts';
import { readHomePage, readSchoolPage, readWizard, type PageRead } from './page-reads.ts';
import type { PageRenderer } from './page-renderer.ts';

/** What a page is made for: its address, and how to read what it shows. */
type Wanted = {
  name: string;
  address: string;
  read: () => Promise<PageRead[] | undefined>;
  /** what it hangs on beside the season */
  also?: string;
  /** how long a request waits for a page that is being made */
  waitsMs?: number;
};

/** A page with what it was made of: `stamp` is the season's version and the day, `content` what they say. */
type Finished = { stamp: string; content: string; page: Promise<BuiltPage | undefined> };

// A phone on a slow line has its page sooner from the application than from a server that takes longer.
const WAITS_MS = 2_000;

// A season can bring another drawing under the same name.
const DRAWINGS_STAY_MS = 5 * MINUTE_MS;

/** The home page with its route maps, without whatever else its address says: that is for the application. */
async function wantedHome({ db, files, clock }: AppContext, url: URL): Promise<Wanted | undefined> {
  if (url.search) return undefined;
  const blocks = await listContentBlocks(db);
  const also = `${Math.floor(clock.now().getTime() / DRAWINGS_STAY_MS)} ${JSON.stringify(blocks)}`;
  // Meanwhile there is the build's page, whose maps come by a call.
  return { name: 'home', address: '/', read: () => readHomePage(files, blocks), also, waitsMs: 0 };
}

async function wantedOf(context: AppContext, name: string, url: URL): Promise<Wanted | undefined> {
  if (name === 'home') return wantedHome(context, url);
  if (name === 'program.home') {
    const path = decodeURIComponent(url.pathname.slice(1));
    return { name, address: `/${encodeURIComponent(path)}`, read: () => readSchoolPage(context, path) };
  }
  const school = url.searchParams.get('school');
  // The other steps are for whoever has come so far, which only the browser knows.
  const isFirstStep = ['0', null].includes(url.searchParams.get('step'));
  if (name !== 'contract' || !school || !isFirstStep) return undefined;
  const address = `/contract?school=${encodeURIComponent(school)}`;
  return { name, address, read: () => readWizard(context, school) };
}

/** What makes another page of the same address; the time of day of an old read does not. */
const contentOf = (reads: readonly PageRead[]): string =>
  JSON.stringify(reads.map(({ key, data, isOld }) => [key, isOld ? dayOf(data) : data]));

const dayOf = (data: unknown): unknown =>
  (data as Record<string, unknown>[]).map(({ date_time: _, seconds_left_today: __, ...rest }) => rest);

/** JSON that stands in a page as it is: no text of a season ends its element. */
function readsElement(reads: readonly PageRead[]): string {
  const text = JSON.stringify(reads).replaceAll('<', '\\u003c').replaceAll('%', '\\u0025');
  return `<script id="page-reads" type="application/json">${text}</script>`;
}

/**
 * The page with leave for the scripts that the build has made for it, and for none that a text of the season
 * may have brought in spite of all cleaning.
 * @returns undefined when one of the build's is not there: the page would not start
 */
function withOwnScripts(page: BuiltPage, own: BuiltPage | undefined): BuiltPage | undefined {
  if (!own?.scriptHashes.every((hash) => page.scriptHashes.includes(hash))) return undefined;
  const { scriptHashes, styleHashes } = own;
  return { ...page, scriptHashes, styleHashes, hasFixedHashes: true };
}

/**
 * Finishes the home page, the pages of schools and the first step of their wizard, once for each content that
 * the season and the day give them. The season's version is asked for each request, so a page is never of an
 * older one.
 * @returns finds the page of an address; undefined where the application draws it by itself
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
      const own = built.findServed(name);
      const deferred = own && deferStartAs(own.html, await renderer.render(address, reads));
      const html = deferred?.replace('</head>', () => `${readsElement(reads)}</head>`);
      const page = html && withOwnScripts(pageOf(html), own);
      if (!page) throw new Error('its scripts are not those that the build has made for it');
      return page;
    } catch (error) {
      context.log.error({ address, error: describeError(error) }, 'a page could not be finished');
      return undefined;
    }
  }
  /** Requests that come while the season is being read share what is read. */
  function readOnce({ address, read }: Wanted, stamp: string): Promise<PageRead[] | undefined> {
    const key = `${address} ${stamp}`;
    const known = reading.get(key) ?? read().finally(() => reading.delete(key));
    reading.set(key, known);
    return known;
  }
  async function finish(wanted: Wanted): Promise<BuiltPage | undefined> {
    const { version } = await currentCatalog(context.db);
    const { also = '', waitsMs = WAITS_MS } = wanted;
    const stamp = `${version} ${context.clock.today()} ${also}`;
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
    // The application says what is wrong, and goes on when it is over.
    const find = async () => {
      const wanted = await wantedOf(context, name, url);
      return wanted && finish(wanted);
    };
    return find().catch(() => undefined);
  };
}
