import type { PaymentGateway } from '#platform/payments/gateway.ts';
import { openSandbox } from './sandbox.ts';
import type { SimProcessor } from './processor.ts';

/** A gateway whose processor knows no keys: what is sent twice is done twice. */
export function withoutKeys(gateway: PaymentGateway): PaymentGateway {
  let requests = 0;
  return {
    ...gateway,
    caps: { ...gateway.caps, idemHours: 0 },
    charge: (request) => gateway.charge(request, `request-${++requests}`),
    refund: (request) => gateway.refund(request, `request-${++requests}`),
  };
}

/** The sandbox as such a processor. */
export const openWithoutKeys = (parts: Parameters<typeof openSandbox>[0]): Promise<SimProcessor> =>
  openSandbox({ ...parts, gateway: withoutKeys(parts.gateway) });
