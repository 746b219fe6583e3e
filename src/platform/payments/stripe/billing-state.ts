import { stateOfZip } from '#kit/state-of-zip.ts';

type Address = { postal_code?: string | null; country?: string | null } | null | undefined;

/** Stripe asks for the ZIP alone. Postal codes of other countries may look the same. */
export function billingStateOf(address: Address): string | null {
  return address?.country === 'US' && address.postal_code ? stateOfZip(address.postal_code) : null;
}
