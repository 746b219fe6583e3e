import { statSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { brand } from '#brand/selected-brand.ts';
import { m } from '#i18n/messages.js';
import { mayBeFramed } from '#kit/pages/framed-pages.ts';
import { dayIn, formatDate } from '#kit/plain-date.ts';
import { lineStyles } from '#kit/text/page-lists.ts';
import { fillPage } from '#kit/text/page-marks.ts';
import type { AppContext } from '#server/app-context.ts';
import { MINUTE_MS, HOUR_MS } from '#kit/durations.ts';
import { pageOf, type BuiltPage, type BuiltPages } from './built-pages.ts';
import { finishedPages } from './finished-pages.ts';
import { pageAddress } from './page-address.ts';
import { openPageRenderer } from './page-renderer.ts';
import { hasProcessorFields, type PaymentMark } from './payment-pages.ts';
import { serveApplePayDomain, serveRobots, serveSecurityContact } from './published-texts.ts';
import { pagePolicy, paymentPageHeaders, REPORTING } from './security-headers.ts';
import { findMovedPath, isSchoolPath } from '#modules/catalog/current-catalog.service.ts';
import { paymentsOf, readFactsOfPages, type FactsOfPages } from '#modules/catalog/server-info.service.ts';

const FRESH_FOR_MS = MINUTE_MS;

const YEAR_S = 31_536_000;

/** The address holds a token or a secret, so other sites must not see the address (reliability 5.4). */
const SECRET_ADDRESSES = ['resetPassword', 'verifyEmail', 'undoEmailChange', 'order.return'];

/** @returns a page, the page `notFound`, or undefined (W6) */
export type PageFinder = (path: string) => FoundPage | undefined;

type FoundPage = {
  name: string;
  path: string;
  html?: string;
  changedBy?: readonly string[];
  pays?: true;
  wallets?: true;
};

export type Site = {
  built: BuiltPages | undefined;
  findPage: PageFinder;
  searchablePaths: readonly string[];
};

export async function servePages(
  app: FastifyInstance,
  { built, findPage, searchablePaths }: Site,
): Promise<void> {
  if (!built) {
    app.get('/*', { schema: { hide: true } }, async (_request, reply) =>
      reply.code(503).type('text/plain; charset=utf-8').send(m.portal_not_built()),
    );
    return;
  }
  const fill = pageFiller(app.context);
  const renderer = openPageRenderer(join(built.folder, '../server/index.js'));
  app.addHook('onClose', () => renderer.close());
  const isHosted = hasProcessorFields(app.context.billing.gateway);
  const own: PaymentMark = isHosted ? 'no' : '';
  const finish = finishedPages(app.context, built, renderer);
  serveRobots(app, app.context.config.publicUrl, searchablePaths);
  serveSecurityContact(app);
  serveApplePayDomain(app);
  await app.register(serveStatic, { root: built.folder, serve: false, preCompressed: true });
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const single = withSingleSlashes(request.url);
    if (single !== request.url) return reply.redirect(single, 308);
    const path = pathOf(request);
    if (path === undefined || (isMissingFile(built.folder, path) && wantsPage(request)))
      return answerPage(request, reply, { page: await fill(built.shell, own), status: 404 });
    if (isFile(path)) {
      // The processor's fields show our typeface in a frame of another origin.
      if (isHosted && /^\/assets\/.+\.woff2$/.test(path)) reply.header('access-control-allow-origin', '*');
      return answerFile(reply, built, path);
    }
    const found = pageAddress(findPage, rawPathOf(request.url));
    if (found && found.path !== withoutSlash(rawPathOf(request.url)))
      return reply.redirect(
        request.url.replace(/^[^?#]*/, () => found.path),
        308,
      );
    const page = found?.page;
    const moved = page?.name === 'program.home' && (await movedSchool(app.context, path));
    if (moved)
      return reply.redirect(
        request.url.replace(/^[^?#]*/, () => `/${moved}`),
        308,
      );
    const status = page && (await isThere(app.context, page.name, path)) ? 200 : 404;
    const isSecret = page !== undefined && SECRET_ADDRESSES.includes(page.name);
    if (isSecret) reply.header('referrer-policy', 'no-referrer');
    request.mayBeRepeated = !isSecret;
    const url = new URL(request.url, 'http://portal');
    const isChanged = page?.changedBy?.some((parameter) => url.searchParams.has(parameter));
    const served = page?.html === 'served' ? await finish(page.name, url) : undefined;
    const ready = served ?? (isChanged ? undefined : built.find(found?.path ?? path));
    const pays = isHosted && page?.pays ? page : undefined;
    const isOfSchool = page?.name === 'program.home';
    const filled = await fill(ready ?? built.shell, pays ? 'yes' : own, isOfSchool);
    return answerPage(request, reply, { page: filled, status, path: found?.path, pays });
  });
}

/** A single unknown part is a school's address or nothing (W6, MO10). Without the database, both are 200. */
async function isThere({ db }: AppContext, name: string, path: string): Promise<boolean> {
  if (name === 'program.home') return isSchoolPath(db, path.slice(1)).catch(() => true);
  return name !== 'notFound';
}

/** A school that has got another address is found by the old one (SE2.7). */
async function movedSchool({ db }: AppContext, path: string): Promise<string | undefined> {
  // Without the database, the page of the application says so.
  return findMovedPath(db, path.slice(1)).catch(() => undefined);
}

/** A browser reads `//about-us` as a host; slashes in a query stay. */
const withSingleSlashes = (url: string): string =>
  url.replace(/^[^?#]*/, (path) => path.replace(/\/{2,}/g, '/'));

const rawPathOf = (url: string): string => /^[^?#]*/.exec(url)![0];

const withoutSlash = (path: string): string => path.replace(/(.)\/+$/, '$1');

function pathOf(request: FastifyRequest): string | undefined {
  try {
    const path = decodeURIComponent(new URL(request.url, 'http://portal').pathname);
    return withoutSlash(path);
  } catch {
    return undefined;
  }
}

/** A person who opens an address, not a page that loads a file (MD22). */
const wantsPage = (request: FastifyRequest): boolean => /\btext\/html\b/.test(request.headers.accept ?? '');

// A missing file of a page is never answered with HTML: a browser would run HTML as a script.
function isFile(path: string): boolean {
  return extname(path.replace(/[\s.]+$/u, '')) !== '' || path.startsWith('/assets/');
}

/** A path outside the folder counts as missing, whether the file exists or not. */
function isServedFile(folder: string, path: string): boolean {
  const file = join(folder, path);
  if (path.endsWith('.html') || path.includes('\0') || !file.startsWith(folder + sep)) return false;
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}

const isMissingFile = (folder: string, path: string): boolean => isFile(path) && !isServedFile(folder, path);

function answerFile(reply: FastifyReply, built: BuiltPages, path: string): FastifyReply {
  if (!isServedFile(built.folder, path)) {
    return reply
      .code(404)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send(m.server_not_found());
  }
  const isHashed = path.startsWith('/assets/');
  return reply.sendFile(
    path.slice(1),
    isHashed ? { immutable: true, maxAge: YEAR_S * 1000 } : { maxAge: HOUR_MS },
  );
}

function sandboxMark(config: AppContext['config']): 'yes' | 'test' | 'no' {
  const payments = paymentsOf(config);
  if (payments.kind === 'sandbox') return 'yes';
  return payments.is_live ? 'no' : 'test';
}

/** Names the day of a moved sandbox clock (K1). */
function sandboxBanner(clock: AppContext['clock']): string {
  const today = clock.today();
  const isAhead = Math.abs(clock.now().getTime() - clock.realNow().getTime()) > MINUTE_MS;
  const isMoved = isAhead && today !== dayIn(clock.time_zone, clock.realNow());
  return isMoved ? m.shell_sandbox_banner_moved({ day: formatDate(today) }) : m.shell_sandbox_banner();
}

type Filled = { facts: FactsOfPages; banner: string; page: BuiltPage };

type Fill = (page: BuiltPage, pays: PaymentMark, isFresh?: boolean) => Promise<BuiltPage>;

function pageFiller(context: AppContext): Fill {
  const readFacts = knownFacts(context);
  const frameOrigins = context.config.frameAncestors.join(' ');
  const sandbox = sandboxMark(context.config);
  const filled = new WeakMap<BuiltPage, Map<PaymentMark, Filled>>();
  return async (page, pays, isFresh = false) => {
    const facts = await readFacts(isFresh);
    const banner = sandbox === 'test' ? m.shell_test_money_banner() : sandboxBanner(context.clock);
    const known = filled.get(page) ?? new Map<PaymentMark, Filled>();
    const before = known.get(pays);
    if (before?.facts === facts && before.banner === banner) return before.page;
    const html = fillPage(page.html, { ...facts, frameOrigins, sandbox, banner, pays });
    const now = { ...pageOf(html), ...(page.hasFixedHashes && fixedHashes(page, facts)) };
    filled.set(page, known.set(pays, { facts, banner, page: now }));
    return now;
  };
}

/** Of the scripts and styles of the build, and of the lines of the schools. */
const fixedHashes = ({ scriptHashes, styleHashes }: BuiltPage, { schools }: FactsOfPages) => ({
  scriptHashes,
  styleHashes: [...styleHashes, ...pageOf(`<style>${lineStyles(schools)}</style>`).styleHashes],
  hasFixedHashes: true as const,
});

type Answer = { page: BuiltPage; status: number; path?: string; pays?: FoundPage };

function answerPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { page, status, path, pays }: Answer,
): FastifyReply {
  const { config } = request.server.context;
  const use = {
    mayBeFramed: path !== undefined && mayBeFramed(path),
    hasProcessorFields: pays !== undefined,
  };
  reply.header('content-security-policy', pagePolicy(config, page, use));
  if (pays) reply.headers(paymentPageHeaders(pays));
  reply.headers(REPORTING).header('cache-control', 'no-cache').header('etag', page.etag);
  if (status === 200 && request.headers['if-none-match'] === page.etag) return reply.code(304).send();
  reply.code(status).type('text/html; charset=utf-8').header('vary', 'accept-encoding');
  if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(plain(page));
  return reply.header('content-encoding', 'br').send(compressed(page));
}

function oncePerPage(make: (page: BuiltPage) => Buffer): (page: BuiltPage) => Buffer {
  const made = new WeakMap<BuiltPage, Buffer>();
  return (page) => {
    const bytes = made.get(page) ?? make(page);
    made.set(page, bytes);
    return bytes;
  };
}

const plain = oncePerPage(({ html }) => Buffer.from(html));

/** Slower and smaller than compressing each request. */
const compressed = oncePerPage(({ html }) =>
  brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
);

/**
 * A season may be imported while the portal runs, and the office changes facts. A page of a school asks for
 * the facts of the present catalog; other pages have those of the last minute (SE13.2). Only the first page
 * waits, and no page fails without the facts.
 */
function knownFacts({
  db,
  clock,
}: Pick<AppContext, 'db' | 'clock'>): (isFresh: boolean) => Promise<FactsOfPages> {
  let facts: FactsOfPages | undefined;
  let askedAt = 0;
  const ask = async () => {
    askedAt = clock.now().getTime();
    facts = await readFactsOfPages(db).catch(
      () => facts ?? { company_name: brand.name, season: {}, schools: [] },
    );
    return facts;
  };
  return async (isFresh) => {
    if (facts === undefined || isFresh) return ask();
    if (clock.now().getTime() - askedAt >= FRESH_FOR_MS) void ask();
    return facts;
  };
}
