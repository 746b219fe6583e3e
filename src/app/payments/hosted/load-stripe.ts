import type { Stripe } from '@stripe/stripe-js';
// The plain entry puts the script into the page when it is imported.
import { loadStripe } from '@stripe/stripe-js/pure';

type Rules = { createScriptURL(url: string): string | null };
type Factory = { createPolicy(name: 'default', rules: Rules): unknown; defaultPolicy: unknown };

/** The processor's own files; null refuses any other. */
export function ownFile(url: string): string | null {
  const { protocol, hostname } = new URL(url, 'https://portal.invalid');
  const isOwn = hostname === 'js.stripe.com' || hostname.endsWith('.js.stripe.com');
  return protocol === 'https:' && isOwn ? url : null;
}

/**
 * Trusted Types refuse a script element that is given a plain address. Stripe's loader and its script do
 * that, and mark nothing, so the policy for what is not marked lets these addresses through, and nothing
 * else.
 */
function allowOwnFiles(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: Factory };
  if (trustedTypes && !trustedTypes.defaultPolicy)
    trustedTypes.createPolicy('default', { createScriptURL: ownFile });
}

/** For how long what comes from the processor may be on its way before the family is told. */
export const PATIENCE_MS = 10_000;

/** Stripe's script, once a page. @throws when it does not come; the next call tries again */
export async function loadProcessor(publishable_key: string): Promise<Stripe> {
  allowOwnFiles();
  const stripe = await loadStripe(publishable_key);
  if (!stripe) throw new Error('Stripe’s script needs a browser');
  return stripe;
}

/** The same for whoever waits for it. @throws when it takes too long; it may still come for the next call */
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
