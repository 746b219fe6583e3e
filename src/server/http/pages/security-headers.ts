import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#platform/config/config.ts';
import { NO_HOSTS, PROCESSOR_HOSTS } from './payment-pages.ts';

/** For answers that are no page: nothing in them may run, and no site may frame them. */
const NO_PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'";

/**
 * For files below /storage. A drawing opened by itself must not run or load anything, whatever a season file
 * brought; a PDF may stand in one of our own pages, also where a school's website shows that page in a frame
 * (W10).
 */
export function filePolicy({ frameAncestors }: Config): string {
  return `default-src 'none'; object-src 'self'; frame-ancestors ${["'self'", ...frameAncestors].join(' ')}`;
}

/** Where browsers report what the policy of a page has refused. */
export const REPORTS_PATH = '/api/policy-reports';

/** What a page answers beside its policy: where `report-to policy` leads. */
export const REPORTING = { 'reporting-endpoints': `policy="${REPORTS_PATH}"` };

/** The directives that a page may break. */
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

/** What a page carries inside itself, each named by a hash that the build gave it: `'sha256-…'`. */
export type InlineHashes = { scriptHashes: readonly string[]; styleHashes: readonly string[] };

type PageUse = {
  mayBeFramed: boolean;
  /** cards and accounts are typed into the processor's own fields on this page */
  hasProcessorFields: boolean;
};

/**
 * What a page may load. Scripts and styles are our own files or carry a hash that the build gave them; only
 * origins on the allow-list may put the portal in a frame, and only pages that a school shows (W10, H17). The
 * processor's script runs on the pages that have its fields, and on no other (S20).
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
    // A content block may name a picture anywhere (accounts.md §3); over plain HTTP only where the portal
    // itself runs so.
    ['img-src', "'self'", 'data:', 'blob:', 'https:', ...(isHttps(config) ? [] : ['http:'])],
    ['font-src', "'self'", 'data:'],
    ['connect-src', "'self'", ...processor.connect],
    ...(hasProcessorFields ? [['frame-src', "'self'", ...processor.frame]] : []),
    // The contract of an order is shown in an embed, from our own /storage (contracts.md §2).
    ['object-src', "'self'"],
    ['base-uri', "'self'"],
    ['form-action', "'self'"],
    // Elements are made of a text only where `app/ui/trusted-html.ts` has marked it.
    ['require-trusted-types-for', "'script'"],
    // The processor's script marks nothing: `app/payments/hosted` lets it load its own files, and no others.
    ['trusted-types', 'schoolrun', ...(hasProcessorFields ? ['default'] : [])],
    // Browsers that know no `report-to` send what the older one asks for.
    ['report-uri', REPORTS_PATH],
    ['report-to', 'policy'],
    ['frame-ancestors', ...(mayBeFramed ? ["'self'", ...config.frameAncestors] : ["'none'"])],
  ];
  return directives.map((directive) => directive.join(' ')).join('; ');
}

const isHttps = (config: Config) => config.publicUrl.startsWith('https:');

const REFERRER = 'strict-origin-when-cross-origin';

// No page uses a sensor or device, so none may ask for one.
const PERMISSIONS = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/** Headers also of answers that Fastify gives before any hook runs. */
export const NO_PAGE_HEADERS = {
  'content-security-policy': NO_PAGE_POLICY,
  'permissions-policy': PERMISSIONS,
  'referrer-policy': REFERRER,
  'x-content-type-options': 'nosniff',
};

/** The headers of every answer; a page replaces the policy by its own. */
export async function addSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  app.addHook('onRequest', async (_request, reply) => void reply.headers(NO_PAGE_HEADERS));
  await app.register(helmet, {
    contentSecurityPolicy: false,
    // frame-ancestors replaces it: X-Frame-Options has no allow-list.
    frameguard: false,
    referrerPolicy: { policy: REFERRER },
    // A portal on plain HTTP must not send HSTS: the browser would refuse it from then on.
    hsts: isHttps(config) ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
  });
}
