import { LATER, usePaymentEntry } from '#app/routes/contract/route/use-payment-entry.ts';
import {
  isAllLater,
  nothingLeft,
  pricedForLater,
  priceKeyOfOrder,
} from '#app/routes/contract/wizard/later-payment.ts';
import { priceIn, type Quote } from '#modules/pricing/quoted-prices.ts';
import { appliedAid } from '#app/routes/contract/wizard/aid.ts';
import { quoteBody } from '#app/routes/contract/wizard/order-body.ts';
import { useServerQuote } from './use-checkout.ts';
import { useWizard } from '#app/routes/contract/wizard/wizard-context.ts';

function useLaterPayment(quote: Quote | undefined) {
  const { offer, price_key } = useWizard();
  const entry = usePaymentEntry(LATER);
  if (!quote || !offer.prices || !isAllLater(quote)) return undefined;
  const both = pricedForLater(quote, offer.prices);
  const none = quote.by_payment_type.paymentTypeNone!;
  return { entry, quote: both, priced: priceIn(both, price_key) ?? none };
}

/** The server's price, else the instant price, with later payments and their methods (MP1). */
function usePlannedQuote(server: Quote | undefined) {
  const { payers, quote: instant } = useWizard();
  const told = server && payers ? payers.priced(server) : server;
  const quote = told ?? instant;
  if (!quote || !payers) return { told, quote, planned: [], isAsked: false };
  return { told, quote, planned: payers.planned(quote), isAsked: payers.isAsked(quote) };
}

export function useCheckoutPrice() {
  const { draft, offer, aid, routeFacts, priced: instant, cards, quote: instantQuote } = useWizard();
  const asked = offer.isLoading ? undefined : quoteBody(draft, routeFacts, appliedAid(aid));
  const server = useServerQuote(asked, instantQuote);
  const { told, quote, planned, isAsked } = usePlannedQuote(server.quote);
  const later = useLaterPayment(quote);
  const signed = later ? draft : nothingLeft(draft);
  const price_key = priceKeyOfOrder(signed, cards);
  const priced = (told && priceIn(told, price_key)) ?? instant;
  return { server, told, quote, planned, isAsked, later, signed, price_key, priced };
}

export type CheckoutPrice = ReturnType<typeof useCheckoutPrice>;
