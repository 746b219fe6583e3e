/** The page for payers on the way back from their bank (MS3). */
export const PAYMENT_RETURN = '/order/return';

type Place = { order_id: number; payment_id: number };

export const paymentReturn = (public_url: string, { order_id, payment_id }: Place): string =>
  `${public_url}${PAYMENT_RETURN}?order=${order_id}&payment=${payment_id}`;

const OF_PAY = /^\/dashboard\/orders\/(\d+)\/payments\/(\d+)\/pay$/;

type Address = { origin: string; pathname: string; search: string };

function placeOf({ pathname, search }: Address): Record<string, string> {
  const [, order, payment] = OF_PAY.exec(pathname) ?? [];
  if (order && payment) return { entry: 'pay', order, payment };
  const school = new URLSearchParams(search).get('school');
  return pathname === '/contract' && school ? { entry: 'contract', school } : { entry: 'method' };
}

/** @param page  the page where a card or account is entered, and to which its payer comes back (MS12) */
export const entryReturn = (page: Address): string =>
  `${page.origin}${PAYMENT_RETURN}?${new URLSearchParams(placeOf(page))}`;

const isNumber = (text: string | undefined) => /^\d+$/.test(text ?? '');

/** @returns the page where the method was entered; undefined for the way back from a payment */
export function pageOfEntry(query: URLSearchParams): string | undefined {
  const { entry, order, payment, school } = Object.fromEntries(query);
  if (entry === undefined) return undefined;
  if (entry === 'pay' && isNumber(order) && isNumber(payment))
    return `/dashboard/orders/${order}/payments/${payment}/pay`;
  if (entry === 'contract' && school) return `/contract?school=${encodeURIComponent(school)}&step=3`;
  return '/dashboard/payment-methods/create';
}

/** Our own part of an address for the way back. */
const OURS = ['entry', 'order', 'payment', 'school'];

/** @returns the address without the additions of the processor; undefined for an address without additions */
export function withoutAdditions(search: string): string | undefined {
  const [given, ours] = [new URLSearchParams(search), new URLSearchParams()];
  for (const name of OURS) if (given.has(name)) ours.set(name, given.get(name)!);
  return ours.size === given.size ? undefined : `${PAYMENT_RETURN}?${ours}`;
}
