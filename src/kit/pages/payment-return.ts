/** The page for payers on the way back from their bank (MS3). */
export const PAYMENT_RETURN = '/order/return';

type Place = { order_id: number; payment_id: number };

export const paymentReturn = (public_url: string, { order_id, payment_id }: Place): string =>
  `${public_url}${PAYMENT_RETURN}?order=${order_id}&payment=${payment_id}`;

/** @returns the address without the additions of the processor; undefined for an address without additions */
export function withoutAdditions(search: string): string | undefined {
  const [given, ours] = [new URLSearchParams(search), new URLSearchParams()];
  for (const name of ['order', 'payment']) if (given.has(name)) ours.set(name, given.get(name)!);
  return ours.size === given.size ? undefined : `${PAYMENT_RETURN}?${ours}`;
}
