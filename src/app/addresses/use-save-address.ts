import { callForOne } from '#app/api/client.ts';
import { useOnce } from '#app/api/use-once.ts';
import type { Sent } from '#kit/endpoint/endpoint.ts';
import { createAddress, type Address } from '#modules/students/students.contract.ts';

export function useSaveAddress(): (
  body: NonNullable<Sent<typeof createAddress>['body']>,
) => Promise<Address> {
  const once = useOnce();
  return (body) => once(body, (headers) => callForOne(createAddress, { headers, body }));
}
