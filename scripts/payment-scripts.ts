import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildFolder } from '#brand/brand-folder.ts';

/** What may run on a page where cards are entered, and why (PCI DSS 6.4.3). */
export type PaymentScript = {
  /** an address, which ends with `*` where the rest of it is the owner's affair */
  source: string;
  owner: 'the portal' | 'Stripe';
  reason: string;
  /** of a file whose content never changes; Stripe asks that its script is always loaded from its own host */
  integrity?: string;
};

export const PAYMENT_SCRIPTS = join(buildFolder, 'payment-scripts.json');

const STRIPES: readonly PaymentScript[] = [
  {
    source: 'https://js.stripe.com/endive/stripe.js',
    owner: 'Stripe',
    reason: 'draws the fields for cards and accounts in frames of its own, so that no number comes here',
  },
  {
    source: 'https://js.stripe.com/*',
    owner: 'Stripe',
    reason: 'what that script brings after itself: fields, confirmations by banks, signals of fraud',
  },
  {
    source: 'https://*.js.stripe.com/*',
    owner: 'Stripe',
    reason: 'the same, from the host of a frame',
  },
];

function ownScript(client: string, path: string): PaymentScript {
  const digest = createHash('sha384')
    .update(readFileSync(join(client, path)))
    .digest('base64');
  return {
    source: `/${path}`,
    owner: 'the portal',
    reason:
      'the application itself; its policy allows no other file, and no script inside a page but by hash',
    integrity: `sha384-${digest}`,
  };
}

/** The list of a build, which an assessor may ask for. */
export function listPaymentScripts(client: string): PaymentScript[] {
  const own = globSync('assets/**/*.js', { cwd: client }).toSorted();
  return [...own.map((path) => ownScript(client, path)), ...STRIPES];
}
