import type { PaymentGateway, ProcessorEvent } from './gateway.ts';

export type DeliveredEvent = { raw: Buffer; signature: string | undefined; now: Date };

/** `not_ours`: signed, but for somebody else. @throws BadSignature */
export type ReadDelivery = (delivered: DeliveredEvent) => ProcessorEvent | 'not_ours';

/** @returns undefined for a processor with listed events only */
export function deliveryReaderOf(gateway: PaymentGateway): ReadDelivery | undefined {
  return 'parseEvent' in gateway ? (gateway.parseEvent as ReadDelivery) : undefined;
}
