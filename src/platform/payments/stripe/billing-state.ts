import { stateOfZip } from '#kit/state-of-zip.ts';

type Address = { postal_code?: string | null; country?: string | null } | null | undefined;

/**
 * The state of a card's billing address, of which Stripe's fields ask for the ZIP alone; nothing else of it
 * is kept. Postal codes of other countries may look the same.
 */
export function billingStateOf(address: Address): string | null {
  return address?.country === 'US' && address.postal_code ? stateOfZip(address.postal_code) : null;
}
