import type { PaymentGateway } from '#platform/payments/gateway.ts';
import { pageOf, type BuiltPage } from './built-pages.ts';

export const PROCESSOR_HOSTS = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  connect: ['https://api.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
};

export const NO_HOSTS: typeof PROCESSOR_HOSTS = { script: [], connect: [], frame: [] };

/** The window of a bank's login reports the result to the page. */
export const PAYMENT_PAGE_HEADERS = { 'cross-origin-opener-policy': 'same-origin-allow-popups' };

export const hasProcessorFields = ({ caps }: Pick<PaymentGateway, 'caps'>): boolean =>
  caps.fields === 'hosted';

/**
 * Marks pages allowed to load the processor's script with `yes`, and all others with `no`: a link from `no`
 * into `yes` loads a new document, because a document keeps the policy of the first load.
 */
export function withPaymentMark(page: BuiltPage, pays: boolean): BuiltPage {
  const known = marked.get(page) ?? {};
  const content = pays ? 'yes' : 'no';
  known[content] ??= addMark(page, content);
  marked.set(page, known);
  return known[content];
}

type Content = 'yes' | 'no';

const marked = new WeakMap<BuiltPage, Partial<Record<Content, BuiltPage>>>();

function addMark(page: BuiltPage, content: Content): BuiltPage {
  const html = page.html.replace('</head>', () => `<meta name="pays" content="${content}"></head>`);
  const { html: _, etag: __, ...hashes } = page;
  return { ...pageOf(html), ...(page.hasFixedHashes && hashes) };
}
