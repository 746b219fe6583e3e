import { stateOfZip } from '#kit/state-of-zip.ts';

type Address = { postal_code?: string | null; country?: string | null } | null | undefined;

/**
 * Derives the state from the ZIP of the billing address; Stripe asks for the ZIP alone, and nothing else of
 * the address is kept. Only for the US: postal codes of other countries may look the same.
 */
export function billingStateOf(address: Address): string | null {
  return address?.country === 'US' && address.postal_code ? stateOfZip(address.postal_code) : null;
}
