import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { ApiError, sentencesOf } from '#app/api/api-error.ts';
import { callForOne } from '#app/api/client.ts';
import { useOnce } from '#app/api/use-once.ts';
import { sayingNothingCharged } from '#app/auth/ended-session.ts';
import { usePayerConfirmation } from '#app/payments/payer-confirmation.tsx';
import type { PayBody, PayProblem } from '#app/routes/dashboard/orders/pay/use-pay.ts';
import type { Sent } from '#kit/endpoint/endpoint.ts';
import { acceptOffer } from '#modules/orders/offers/family-offers.contract.ts';
import type { OfferResponse } from '#modules/orders/offers/offers.contract.ts';
import { isCardPrice, type CardPrice } from '#modules/pricing/quoted-prices.ts';

export type AcceptBody = Sent<typeof acceptOffer>['body'];

/** The card price that the server told in place of the shown one. */
function pricedAsIn(error: unknown): CardPrice | undefined {
  const told = error instanceof ApiError ? error.data.data?.priced_as : undefined;
  return typeof told === 'string' && isCardPrice(told) ? told : undefined;
}

/** What the family has chosen to pay with, as a checkout sends it. */
export function paymentOf(
  { payment_method_id, cc, ach }: Partial<PayBody>,
  priced_as: CardPrice | undefined,
): AcceptBody['payment'] {
  if (payment_method_id) return { payment_method_id, priced_as };
  if (cc) return { payment_type: 'paymentTypeCreditCard', cc, priced_as };
  if (ach) return { payment_type: 'paymentTypeAch', ach };
  return { payment_type: 'paymentTypeNone' };
}

/** Sends once per press, and opens the window of the payer's bank on demand. */
export function useAccept(offer: OfferResponse) {
  const once = useOnce();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { go, window: bankWindow } = usePayerConfirmation();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<PayProblem>();
  const [priced_as, setPricedAs] = useState<CardPrice>();
  /** @throws a refusal about fields of a form */
  async function accept(body: AcceptBody): Promise<boolean> {
    setBusy(true);
    setProblem(undefined);
    try {
      const { order_id, is_check_awaited } = await once(body, (headers, isUnsent) => {
        const noting = sayingNothingCharged(isUnsent);
        return go(() => noting(() => callForOne(acceptOffer, { params: { id: offer.id }, headers, body })));
      });
      await queries.invalidateQueries();
      if (!is_check_awaited) void navigate(`/order/success/${order_id}`);
      return true;
    } catch (error) {
      const isOfForm =
        error instanceof ApiError && error.data.field_errors && !error.data.field_errors['user.password'];
      if (isOfForm) throw error;
      const told = pricedAsIn(error);
      if (told) setPricedAs(told);
      setProblem({ text: sentencesOf(error).join(' '), tone: told ? 'warning' : 'danger' });
      await queries.invalidateQueries();
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { accept, isBusy, problem, priced_as, bankWindow };
}
