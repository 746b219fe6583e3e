import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { m } from '#i18n/messages.js';
import type { Log } from '#platform/log/log.ts';

/** How TRUST_PROXY differs from the proxies that requests have passed. */
export type ProxyFinding = 'unexpected' | 'missing' | 'fewer' | 'more';

export type ProxyWatch = { finding: () => ProxyFinding | null; sentence: () => string | null };

/** So many of the last requests are remembered, and more than half of them make a finding. */
const REMEMBERED = 20;

/** Load balancers ask these addresses directly. */
const PROBES: ReadonlySet<string> = new Set(['/api/health', '/livez', '/readyz']);

const OTHER_HEADERS = ['forwarded', 'x-forwarded-proto', 'x-forwarded-host', 'x-real-ip', 'via'] as const;

/** The number of addresses in X-Forwarded-For, to which each proxy adds the address of its visitor. */
function hopsOf(headers: IncomingHttpHeaders): number {
  const forwarded = String(headers['x-forwarded-for'] ?? '');
  return forwarded.split(',').filter((address) => address.trim() !== '').length;
}

function findingOf(headers: IncomingHttpHeaders, trusted: number): ProxyFinding | null {
  const hops = hopsOf(headers);
  if (trusted === 0) {
    const isForwarded = hops > 0 || OTHER_HEADERS.some((name) => headers[name] !== undefined);
    return isForwarded ? 'unexpected' : null;
  }
  if (hops === 0) return 'missing';
  if (hops === trusted) return null;
  return hops < trusted ? 'fewer' : 'more';
}

const SENTENCES: Record<ProxyFinding, (facts: { trusted: number }) => string> = {
  unexpected: m.portal_proxy_unexpected,
  missing: m.portal_proxy_missing,
  fewer: m.portal_proxy_fewer,
  more: m.portal_proxy_more,
};

/**
 * Compares TRUST_PROXY with the headers of requests, and logs each kind of difference once. A single visitor
 * may send any header, so the last requests together decide.
 */
export function watchProxies(
  app: FastifyInstance,
  { trusted, log }: { trusted: number; log: Log },
): ProxyWatch {
  const last: (ProxyFinding | null)[] = [];
  const logged = new Set<ProxyFinding>();

  const finding = (): ProxyFinding | null => {
    const kinds = Object.keys(SENTENCES) as ProxyFinding[];
    return kinds.find((kind) => last.filter((one) => one === kind).length > REMEMBERED / 2) ?? null;
  };
  const sentenceOf = (kind: ProxyFinding) => SENTENCES[kind]({ trusted });

  app.addHook('onRequest', async ({ headers, url }) => {
    if (PROBES.has(url.split('?')[0]!)) return;
    last.push(findingOf(headers, trusted));
    if (last.length > REMEMBERED) last.shift();
    const found = finding();
    if (!found || logged.has(found)) return;
    logged.add(found);
    log.warn({ trust_proxy: trusted, finding: found }, sentenceOf(found));
  });
  return {
    finding,
    sentence: () => {
      const found = finding();
      return found && sentenceOf(found);
    },
  };
}
