import { Refusal, refuseField } from '#kit/refusal.ts';
import type { RouteForSale } from '#modules/catalog/routes/route-for-sale.ts';
import type { PaymentTypeKey } from '#modules/pricing/quoted-prices.ts';
import { textDigest } from '#platform/html/text-hash.ts';
import type { HashedText } from './sign-order.queries.ts';
import type { PlaceOrder } from '#modules/orders/orders.contract.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { isAccepted, isSurgeUnnamed, requiredTexts } from './required-texts.ts';

export function presentTexts(sale: RouteForSale, payBy: PaymentTypeKey): HashedText[] {
  return requiredTexts(sale, payBy).map((text) => {
    const hash = textDigest(text.html);
    return { ...text, hash, text_hash: hash.toString('hex') };
  });
}

/** @throws text_stale if the family saw other texts, surge_not_accepted (O4, H10) */
export function acceptedTexts(
  sale: RouteForSale,
  payBy: PaymentTypeKey,
  sent: PlaceOrder['acceptances'],
): HashedText[] {
  const texts = presentTexts(sale, payBy);
  if (isSurgeUnnamed(texts, sent)) throw refuseField(orderRefusals.surge_not_accepted, 'acceptances');
  if (!isAccepted(texts, sent)) throw new Refusal(orderRefusals.text_stale);
  return texts;
}

/** The scan of the paper that the family has signed (OF3.8). */
export type SignedPaper = { scan_id: number; has_surge: boolean };

type Signing = { acceptances: PlaceOrder['acceptances']; paper?: SignedPaper | undefined };

/**
 * A paper that does not name the agreement to a congestion fee agrees to no such fee (OF3.8).
 * @throws as `acceptedTexts`
 */
export function signedTexts(
  sale: RouteForSale,
  payBy: PaymentTypeKey,
  { acceptances, paper }: Signing,
): HashedText[] {
  if (!paper) return acceptedTexts(sale, payBy, acceptances);
  return presentTexts(sale, 'paymentTypeCheck').filter(({ kind }) => kind !== 'surge' || paper.has_surge);
}
