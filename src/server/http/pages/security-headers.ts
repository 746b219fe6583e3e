import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#platform/config/config.ts';
import { MAY_ASK_WALLETS, NO_HOSTS, PROCESSOR_HOSTS } from './payment-pages.ts';

const NO_PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'";

/**
 * A drawing must not run or load anything, whatever a season brought. A PDF may stand in our own pages, even
 * inside the frame of a school's website (W10).
 */
export function filePolicy({ frameAncestors }: Config): string {
  return `default-src 'none'; object-src 'self'; frame-ancestors ${["'self'", ...frameAncestors].join(' ')}`;
}

export const REPORTS_PATH = '/api/policy-reports';

export const REPORTING = { 'reporting-endpoints': `policy="${REPORTS_PATH}"` };

export const DIRECTIVES = [
  'script-src',
  'style-src',
  'img-src',
  'font-src',
  'connect-src',
  'frame-src',
  'object-src',
  'base-uri',
  'form-action',
  'frame-ancestors',
  'require-trusted-types-for',
  'trusted-types',
  'default-src',
] as const;

export type InlineHashes = { scriptHashes: readonly string[]; styleHashes: readonly string[] };

type PageUse = {
  mayBeFramed: boolean;
  hasProcessorFields: boolean;
};

/**
 * Only origins of the allow-list may frame the portal, and only pages shown by a school (W10, H17). The
 * processor's script runs only on pages with the processor's fields (S20).
 */
export function pagePolicy(
  config: Config,
  { scriptHashes, styleHashes }: InlineHashes,
  { mayBeFramed, hasProcessorFields }: PageUse,
): string {
  const processor = hasProcessorFields ? PROCESSOR_HOSTS : NO_HOSTS;
  const directives = [
    ['default-src', "'self'"],
    ['script-src', "'self'", ...scriptHashes, ...processor.script],
    ['style-src', "'self'", ...styleHashes],
    // A content block may show any picture (accounts.md §3); over plain HTTP only if the portal uses plain
    // HTTP.
    ['img-src', "'self'", 'data:', 'blob:', 'https:', ...(isHttps(config) ? [] : ['http:'])],
    ['font-src', "'self'", 'data:'],
    ['connect-src', "'self'", ...processor.connect],
    ...(hasProcessorFields ? [['frame-src', "'self'", ...processor.frame]] : []),
    // The contract of an order is embedded from our own /storage (contracts.md §2).
    ['object-src', "'self'"],
    ['base-uri', "'self'"],
    ['form-action', "'self'"],
    // Only `app/ui/trusted-html.ts` may turn text into elements.
    ['require-trusted-types-for', "'script'"],
    // `app/payments/hosted` lets the processor's script load the processor's files only.
    ['trusted-types', 'schoolrun', ...(hasProcessorFields ? ['default'] : [])],
    // For browsers without `report-to`.
    ['report-uri', REPORTS_PATH],
    ['report-to', 'policy'],
    ['frame-ancestors', ...(mayBeFramed ? ["'self'", ...config.frameAncestors] : ["'none'"])],
  ];
  return directives.map((directive) => directive.join(' ')).join('; ');
}

const isHttps = (config: Config) => config.publicUrl.startsWith('https:');

const REFERRER = 'strict-origin-when-cross-origin';

// No page uses a sensor or device.
const DENIED = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'usb',
];

/** Only pages that offer the wallets of the browser may ask for a payment (MS12). */
export const permissionsPolicy = ({ hasWallets }: { hasWallets: boolean }): string =>
  [...DENIED.map((feature) => `${feature}=()`), `payment=(${hasWallets ? MAY_ASK_WALLETS : ''})`].join(', ');

/** Fastify answers some requests before any hook, and needs these headers there. */
export const NO_PAGE_HEADERS = {
  'content-security-policy': NO_PAGE_POLICY,
  'permissions-policy': permissionsPolicy({ hasWallets: false }),
  'referrer-policy': REFERRER,
  'x-content-type-options': 'nosniff',
};

/** @param page  a page with payment fields, from the site map */
export const paymentPageHeaders = ({ wallets = false }: { wallets?: boolean }) => ({
  // The window of a bank's login reports the result to the page.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': permissionsPolicy({ hasWallets: wallets }),
});

export async function addSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  app.addHook('onRequest', async (_request, reply) => void reply.headers(NO_PAGE_HEADERS));
  await app.register(helmet, {
    contentSecurityPolicy: false,
    // frame-ancestors replaces X-Frame-Options, because X-Frame-Options has no allow-list.
    frameguard: false,
    referrerPolicy: { policy: REFERRER },
    // With HSTS, a browser would refuse a portal on plain HTTP from then on.
    hsts: isHttps(config) ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
  });
}
