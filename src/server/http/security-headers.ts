import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#platform/config/config.ts';

/**
 * The headers of every answer. Scripts are our own files or carry a hash that the build computed;
 * only origins on the allow-list may put the portal in a frame (W10).
 * @param inlineScriptHashes  `'sha256-…'` of the scripts inside the built pages
 */
export async function addSecurityHeaders(app: FastifyInstance, config: Config, inlineScriptHashes: string[]): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...inlineScriptHashes],
        // React writes style attributes, and the first page carries its style inline.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'", ...config.frameAncestors],
      },
    },
    // frame-ancestors above says it better: X-Frame-Options knows no allow-list.
    frameguard: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // A plain-HTTP portal on a laptop must not teach the browser to insist on HTTPS.
    hsts: config.publicUrl.startsWith('https:') ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
  });
}
