import type { PaymentGateway } from '#platform/payments/gateway.ts';

export const PROCESSOR_HOSTS = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  connect: ['https://api.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
};

export const NO_HOSTS: typeof PROCESSOR_HOSTS = { script: [], connect: [], frame: [] };

/** The processor's frame asks the browser's wallets, and gets the permission from the page (MS12). */
export const MAY_ASK_WALLETS = ['self', ...PROCESSOR_HOSTS.script.map((host) => `"${host}"`)].join(' ');

export const hasProcessorFields = ({ caps }: Pick<PaymentGateway, 'caps'>): boolean =>
  caps.fields === 'hosted';

/**
 * Whether the document may load the processor's script; empty where the fields are our own. A link from `no`
 * into `yes` loads a new document, because a document keeps the policy of the first load.
 */
export type PaymentMark = 'yes' | 'no' | '';
