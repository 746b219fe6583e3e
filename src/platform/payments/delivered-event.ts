import type { PaymentGateway, ProcessorEvent } from './gateway.ts';

/** An event as it came: the very bytes, and the header with their signature. */
export type DeliveredEvent = { raw: Buffer; signature: string | undefined; now: Date };

/**
 * Reads an event that was delivered; `not_ours` is signed and for somebody else.
 * @throws BadSignature
 */
export type ReadDelivery = (delivered: DeliveredEvent) => ProcessorEvent | 'not_ours';

/** How the events of a processor are read that delivers them; undefined where they are only listed. */
export function deliveryReaderOf(gateway: PaymentGateway): ReadDelivery | undefined {
  return 'parseEvent' in gateway ? (gateway.parseEvent as ReadDelivery) : undefined;
}
