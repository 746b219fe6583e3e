import type { PaymentGateway } from '#platform/payments/gateway.ts';
import { pageOf, type BuiltPage } from './built-pages.ts';

/** Where the fields of the payment processor come from, beside our own files. */
export const PROCESSOR_HOSTS = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  connect: ['https://api.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
};

export const NO_HOSTS: typeof PROCESSOR_HOSTS = { script: [], connect: [], frame: [] };

/** What a page with such fields answers: the window of a bank's login tells the page how it ended. */
export const PAYMENT_PAGE_HEADERS = { 'cross-origin-opener-policy': 'same-origin-allow-popups' };

/** Whether cards and accounts are typed into fields of the processor's own, which its script draws. */
export const hasProcessorFields = ({ caps }: Pick<PaymentGateway, 'caps'>): boolean =>
  caps.fields === 'hosted';

/**
 * The page with word for its scripts: `yes` on a page that may load the processor's script, `no` on all
 * others, whose links into such a page load it anew, as a document keeps the policy that it came with. Pages
 * are as the build made them where the fields are ours.
 */
export function withPaymentMark(page: BuiltPage, pays: boolean): BuiltPage {
  const known = marked.get(page) ?? {};
  const content = pays ? 'yes' : 'no';
  known[content] ??= addMark(page, content);
  marked.set(page, known);
  return known[content];
}

type Content = 'yes' | 'no';

/** Made once for each page that is kept, not for each request. */
const marked = new WeakMap<BuiltPage, Partial<Record<Content, BuiltPage>>>();

function addMark(page: BuiltPage, content: Content): BuiltPage {
  const html = page.html.replace('</head>', () => `<meta name="pays" content="${content}"></head>`);
  const { html: _, etag: __, ...hashes } = page;
  return { ...pageOf(html), ...(page.hasFixedHashes && hashes) };
}
