import type { PaymentGateway } from '#platform/payments/gateway.ts';
import { openSandbox } from './sandbox.ts';
import type { SimProcessor } from './processor.ts';

/** The sandbox as a processor that knows no keys: what is sent twice is done twice. */
export async function openWithoutKeys(parts: Parameters<typeof openSandbox>[0]): Promise<SimProcessor> {
  let requests = 0;
  const { gateway } = parts;
  const withoutKeys: PaymentGateway = {
    ...gateway,
    caps: { ...gateway.caps, idemHours: 0 },
    charge: (request) => gateway.charge(request, `request-${++requests}`),
    refund: (request) => gateway.refund(request, `request-${++requests}`),
  };
  return openSandbox({ ...parts, gateway: withoutKeys });
}
