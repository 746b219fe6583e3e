import { createHash } from 'node:crypto';
import { findPage, pages } from '#app/site-map.ts';
import { mayBeFramed } from '#kit/pages/framed-pages.ts';
import { pageOf } from './built-pages.ts';
import { NO_PAGE_HEADERS, pagePolicy, paymentPageHeaders } from './security-headers.ts';

export type ListedScript = { source: string; integrity?: string };

export type Listed = { scripts: readonly ListedScript[]; inline: ReadonlySet<string> };

export type Answer = { status: number; headers: Record<string, string>; body: Buffer };

export type ReadPath = (path: string) => Promise<Answer>;

export const PAYMENT_PATHS: readonly string[] = pages
  .filter(({ pays }) => pays)
  .map(({ path }) => path.replaceAll(/:\w+/g, 'hm'));

const LINKED = /<(?:script[^>]*\ssrc|link[^>]*rel="modulepreload"[^>]*\shref)="([^"]+)"/g;

const digestOf = (body: Buffer) => `sha384-${createHash('sha384').update(body).digest('base64')}`;

/**
 * Compares the payment pages of a live portal with the build: policy and headers, scripts inside and beside
 * the page, and the bytes of our files (PCI DSS 6.4.3, 11.6.1).
 * @returns a sentence for each difference
 */
export async function differencesOf(
  read: ReadPath,
  { origin, listed }: { origin: string; listed: Listed },
): Promise<string[]> {
  const differences: string[] = [];
  for (const path of PAYMENT_PATHS) {
    const page = await read(path);
    if (page.status !== 200) differences.push(`${path}: answered ${page.status}`);
    else differences.push(...ofPage(path, page, { origin, listed }));
  }
  for (const { source, integrity } of listed.scripts) {
    if (!integrity) continue;
    const { status, body } = await read(source);
    if (status !== 200) differences.push(`${source}: answered ${status}`);
    else if (digestOf(body) !== integrity)
      differences.push(`${source}: its bytes are not those of the build`);
  }
  return differences;
}

function ofPage(
  path: string,
  { headers, body }: Answer,
  { origin, listed }: { origin: string; listed: Listed },
) {
  const { html, scriptHashes } = pageOf(body.toString('utf8'));
  const addresses = [...html.matchAll(LINKED)].map(([, address]) => address!.replace(origin, ''));
  const strange = addresses.filter((address) => !listed.scripts.some(({ source }) => source === address));
  const inside = scriptHashes.filter((hash) => !listed.inline.has(hash));
  return [
    ...strange.map((address) => `${path}: loads ${address}, which is not listed`),
    ...inside.map((hash) => `${path}: has a script inside that the build did not make, ${hash}`),
    ...ofPolicy(path, headers['content-security-policy'] ?? '', { origin, listed }),
    ...ofHeaders(path, headers, origin),
  ];
}

type Directives = Map<string, string[]>;

const directivesOf = (policy: string): Directives =>
  new Map(
    policy
      .split(';')
      .map((text) => text.trim().split(/\s+/))
      .map(([name = '', ...allowed]) => [name, allowed]),
  );

/** Ignores the framing sites, because these are a setting. */
function ofPolicy(
  path: string,
  policy: string,
  { origin, listed }: { origin: string; listed: Listed },
): string[] {
  const live = directivesOf(policy);
  const hashes = { scriptHashes: [...listed.inline], styleHashes: hashesIn(live.get('style-src')) };
  const use = { mayBeFramed: mayBeFramed(path), hasProcessorFields: true };
  const ours = directivesOf(pagePolicy({ publicUrl: origin, frameAncestors: [] } as never, hashes, use));
  const missing = [...ours.keys()].filter((name) => !live.has(name));
  const added = [...live].flatMap(([name, allowed]) => {
    if (name === 'frame-ancestors') return [];
    const known = ours.get(name);
    return known ? allowed.filter((each) => !known.includes(each)).map((each) => `${name} ${each}`) : [name];
  });
  return [
    ...missing.map((name) => `${path}: its policy has no ${name}`),
    ...added.map((what) => `${path}: its policy allows more: ${what}`),
  ];
}

const hashesIn = (allowed: readonly string[] = []) => allowed.filter((each) => each.startsWith("'sha256-"));

function ofHeaders(path: string, headers: Record<string, string>, origin: string): string[] {
  const { 'content-security-policy': _, ...always } = NO_PAGE_HEADERS;
  const wanted: Record<string, string> = { ...always, ...paymentPageHeaders(findPage(path)!) };
  const differing = Object.keys(wanted).filter((name) => headers[name] !== wanted[name]);
  const isWithoutHsts = origin.startsWith('https:') && !headers['strict-transport-security'];
  return [
    ...differing.map((name) => `${path}: ${name} is ${headers[name] ?? 'missing'}`),
    ...(isWithoutHsts ? [`${path}: strict-transport-security is missing`] : []),
  ];
}
