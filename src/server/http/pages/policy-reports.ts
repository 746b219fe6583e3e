import type { FastifyInstance } from 'fastify';
import { Refusal } from '#kit/refusal.ts';
import { countedLines } from '#platform/throttle/counted-lines.ts';
import { requestRate } from '#platform/throttle/request-rate.ts';
import { networkOf } from '#platform/throttle/throttle.ts';
import { findPage } from '#app/site-map.ts';
import { DIRECTIVES } from './security-headers.ts';
import { serverRefusals } from '#server/http/server.refusals.ts';

/** A browser sends the reports of a page together; larger bodies come from no browser. */
const BODY_LIMIT_BYTES = 30_000;
const REPORTS_OF_BODY = 20;
const BODIES_A_MINUTE = 30;

/** Anyone can write a report, so the log has only words of ours. */
type Breach = { directive: string; blocked: 'inline' | 'eval' | 'sink' | 'address'; page: string };

const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 2_000) : '');

function pageOf(address: string): string {
  try {
    return findPage(new URL(address).pathname)?.name ?? 'unknown';
  } catch {
    return 'unknown';
  }
}

const BLOCKED: Readonly<Record<string, Breach['blocked']>> = {
  inline: 'inline',
  eval: 'eval',
  'trusted-types-sink': 'sink',
  'trusted-types-policy': 'sink',
};

/** Reads the shapes of the Reporting API and of the older `report-uri`. */
function breachOf(report: unknown): Breach {
  const { body, 'csp-report': older } = (report ?? {}) as Record<string, Record<string, unknown>>;
  const facts = body ?? older ?? {};
  const directive = textOf(facts['effectiveDirective'] ?? facts['effective-directive']);
  const blocked = textOf(facts['blockedURL'] ?? facts['blocked-uri']);
  return {
    directive: DIRECTIVES.find((known) => directive.startsWith(known)) ?? 'unknown',
    blocked: BLOCKED[blocked] ?? 'address',
    page: pageOf(textOf(facts['documentURL'] ?? facts['document-uri'])),
  };
}

/**
 * `POST /api/policy-reports` is open to anyone and logs counts, without addresses, texts or persons (H17).
 */
export function takePolicyReports(app: FastifyInstance): void {
  const { clock, log } = app.context;
  const ofNetwork = requestRate(BODIES_A_MINUTE);
  const countOf = countedLines();
  const types = ['application/reports+json', 'application/csp-report'];
  app.addContentTypeParser(types, { parseAs: 'string' }, app.getDefaultJsonParser('remove', 'remove'));
  app.post('/', { schema: { hide: true }, bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
    const now = clock.now();
    const waitS = ofNetwork(networkOf(request.ip), now);
    if (waitS > 0) throw new Refusal(serverRefusals.too_many_requests, { retry_after_s: waitS });
    const reports = Array.isArray(request.body) ? request.body : [request.body];
    for (const report of reports.slice(0, REPORTS_OF_BODY)) {
      const breach = breachOf(report);
      const count = countOf(Object.values(breach).join(' '), now);
      if (count !== undefined)
        log.warn({ ...breach, reports: count }, 'a page was kept from breaking its policy');
    }
    return reply.code(204).send();
  });
}
