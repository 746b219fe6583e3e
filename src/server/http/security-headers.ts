import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#platform/config/config.ts';

/** For everything that is no page: nothing in it may run, and nobody may frame it. */
const NO_PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'";

/**
 * What a page may load. Scripts are our own files or carry a hash that the build gave them; only
 * origins on the allow-list may put the portal in a frame (W10).
 * @param scriptHashes  `'sha256-…'` of the scripts inside the page
 */
export function pagePolicy(config: Config, scriptHashes: string[]): string {
  const directives = [
    ['default-src', "'self'"],
    ['script-src', "'self'", ...scriptHashes],
    // React writes style attributes, and the first page carries its style inline.
    ['style-src', "'self'", "'unsafe-inline'"],
    ['img-src', "'self'", 'data:', 'blob:'],
    ['font-src', "'self'", 'data:'],
    ['connect-src', "'self'"],
    ['object-src', "'none'"],
    ['base-uri', "'self'"],
    ['form-action', "'self'"],
    ['frame-ancestors', "'self'", ...config.frameAncestors],
  ];
  return directives.map((directive) => directive.join(' ')).join('; ');
}

/** The headers of every answer; a page replaces the policy by its own. */
export async function addSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  app.addHook('onRequest', async (_request, reply) => void reply.header('content-security-policy', NO_PAGE_POLICY));
  await app.register(helmet, {
    contentSecurityPolicy: false,
    // frame-ancestors above says it better: X-Frame-Options knows no allow-list.
    frameguard: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // A plain-HTTP portal on a laptop must not teach the browser to insist on HTTPS.
    hsts: config.publicUrl.startsWith('https:') ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
  });
}
