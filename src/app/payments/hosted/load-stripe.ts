import type { Stripe } from '@stripe/stripe-js';
// The plain entry adds the script to the page on import.
import { loadStripe } from '@stripe/stripe-js/pure';

type Rules = { createScriptURL(url: string): string | null };
type Factory = { createPolicy(name: 'default', rules: Rules): unknown; defaultPolicy: unknown };

/** null refuses files of other origins. */
export function ownFile(url: string): string | null {
  const { protocol, hostname } = new URL(url, 'https://portal.invalid');
  const isOwn = hostname === 'js.stripe.com' || hostname.endsWith('.js.stripe.com');
  return protocol === 'https:' && isOwn ? url : null;
}

/**
 * Trusted Types refuse scripts with a plain address. Stripe's loader and script use plain addresses, so the
 * default policy allows only these addresses.
 */
function allowOwnFiles(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: Factory };
  if (trustedTypes && !trustedTypes.defaultPolicy)
    trustedTypes.createPolicy('default', { createScriptURL: ownFile });
}

export const PATIENCE_MS = 10_000;

/** @throws without the script; the next call tries again */
export async function loadProcessor(publishable_key: string): Promise<Stripe> {
  allowOwnFiles();
  const stripe = await loadStripe(publishable_key);
  if (!stripe) throw new Error('Stripe’s script needs a browser');
  return stripe;
}

/** @throws after a timeout; a late script still serves the next call */
export async function loadInTime(publishable_key: string): Promise<Stripe> {
  let late: number | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    late = window.setTimeout(() => reject(new Error('Stripe’s script takes too long')), PATIENCE_MS);
  });
  try {
    return await Promise.race([loadProcessor(publishable_key), tooLate]);
  } finally {
    window.clearTimeout(late);
  }
}
