import { useEffect, useRef, useState } from 'react';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { listPaymentMethods } from '#modules/billing/methods/methods.contract.ts';
import { readServerInfo } from '#modules/catalog/catalog.contract.ts';
import { listPeriodPrograms, listRoutes } from '#modules/catalog/routes/routes.contract.ts';
import { ApiError } from '#app/api/api-error.ts';
import { attemptFor, isOutcomeKnown, type Attempt } from '#app/api/use-once.ts';
import { sayingNothingCharged } from '#app/auth/ended-session.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { callForOne } from '#app/api/client.ts';
import { listOrders, placeOrder, quoteOrder, type Order } from '#modules/orders/orders.contract.ts';
import type { OrderBody, QuoteBody } from '#app/routes/contract/wizard/order-body.ts';
import type { CardPrice, Quote } from '#modules/pricing/quoted-prices.ts';
import { useWizard } from '#app/routes/contract/wizard/wizard-context.ts';
import { checkoutErrorText } from './checkout-error.ts';
import { usePayerConfirmation } from '#app/payments/payer-confirmation.tsx';
import { forgetAttempt, rememberAttempt, type OpenAttempt } from './open-attempt.ts';

// Without an answer the server may still wait for the processor, so the page repeats the request for a while.
const ASK_AGAIN_AFTER_MS = [1500, 3000, 6000];

export const pause = (ms: number) => new Promise<void>((resolve) => window.setTimeout(resolve, ms));

/**
 * Repeats a request until the outcome is known; the server counts all repetitions as one request.
 * @param mayComeStill  recognizes an answer before the final answer
 */
export async function askUntilKnown<T>(
  ask: () => Promise<T>,
  mayComeStill: (error: unknown) => boolean = () => false,
): Promise<T> {
  let hasAnswered = false;
  for (const wait of ASK_AGAIN_AFTER_MS) {
    try {
      return await ask();
    } catch (error) {
      if (!mayComeStill(error)) {
        // An answering server has asked the processor already; one more request is enough.
        const isAnswer = error instanceof ApiError;
        if (isOutcomeKnown(error) || (isAnswer && hasAnswered)) throw error;
        hasAnswered ||= isAnswer;
      }
      await pause(wait);
    }
  }
  return ask();
}

function useStayWhile(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isOn]);
}

type Handlers = {
  onPlaced: (order: Order) => void;
  onRefused: (error: unknown) => void;
  /** the payer and the school, the keys to the attempt after a reload */
  from: Pick<OpenAttempt, 'user_id' | 'school'>;
};

/** The data of a refused order: the current quote, and the price of the card (S5). */
const refusedQuote = (error: ApiError) =>
  error.data.items?.[0] as (Partial<Quote> & { priced_as?: CardPrice }) | undefined;

export type CheckoutProblem = { text: string; tone: 'danger' | 'warning' };

function problemOf(failure: unknown): CheckoutProblem {
  if (failure instanceof ApiError && refusedQuote(failure)?.priced_as)
    return { text: failure.message, tone: 'warning' };
  return { text: checkoutErrorText(failure), tone: 'danger' };
}

/** Sends the order once for any number of clicks, and keeps the key until the outcome is known (O3). */
function usePlaceOrder({ onPlaced, onRefused, from }: Handlers) {
  const open = useRef<Attempt | null>(null);
  const isRunning = useRef(false);
  const [isProcessing, setProcessing] = useState(false);
  const [problem, setProblem] = useState<CheckoutProblem | null>(null);
  const confirmation = usePayerConfirmation();
  useStayWhile(isProcessing);

  async function place(body: OrderBody): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setProcessing(true);
    setProblem(null);
    const last = open.current;
    open.current = attemptFor(last, body);
    const noting = sayingNothingCharged(open.current !== last);
    const { key } = open.current;
    const { student_id, route_id } = body.contract as { student_id: number; route_id: number };
    rememberAttempt({ ...from, key, student_id, route_id, sent_at: Date.now() });
    const headers = { 'idempotency-key': key };
    try {
      const ask = () => askUntilKnown(() => noting(() => callForOne(placeOrder, { headers, body })));
      const order = await confirmation.go(ask);
      forgetAttempt(key);
      onPlaced(order);
    } catch (failure) {
      if (isOutcomeKnown(failure)) {
        open.current = null;
        forgetAttempt(key);
      }
      setProblem(problemOf(failure));
      onRefused(failure);
    } finally {
      isRunning.current = false;
      setProcessing(false);
    }
  }
  const { window } = confirmation;
  return { place, isProcessing, problem, clearProblem: () => setProblem(null), bankWindow: window };
}

export function useSuccessPage(): (order: Order) => void {
  const { forgetDraft, school } = useWizard();
  const navigate = useNavigate();
  const queries = useQueryClient();
  return (order) => {
    forgetDraft();
    for (const { name } of [listOrders, listPaymentMethods, listRoutes])
      void queries.invalidateQueries({ queryKey: [name] });
    void navigate(`/order/success/${order.id}?school=${encodeURIComponent(school.group.path)}`, {
      replace: true,
    });
  };
}

const isQuote = (brought: Partial<Quote>): brought is Quote => brought.quote_hash !== undefined;

export function useCheckout(renewQuote: (fresh: Quote | undefined) => void) {
  const { school, tellCardPrice } = useWizard();
  const { user } = useAuth();
  const queries = useQueryClient();
  const openSuccessPage = useSuccessPage();
  return usePlaceOrder({
    from: { user_id: user?.id ?? 0, school: school.group.path },
    onPlaced: openSuccessPage,
    onRefused(error) {
      const isStale = error instanceof ApiError && error.status === 409;
      const { priced_as, ...quote } = (isStale && refusedQuote(error)) || {};
      renewQuote(isQuote(quote) ? quote : undefined);
      if (priced_as) tellCardPrice(priced_as);
      for (const { name } of [listRoutes, listPaymentMethods, listPeriodPrograms, readServerInfo])
        void queries.invalidateQueries({ queryKey: [name] });
    },
  });
}

type Shown = { readonly key: string; readonly quote: Quote; readonly before: Quote | null };

function shownNext(shown: Shown | null, key: string, fresh: Quote, instant: Quote | undefined): Shown {
  const last = shown?.key === key ? shown.quote : instant;
  return { key, quote: fresh, before: last && last.quote_hash !== fresh.quote_hash ? last : null };
}

/**
 * The server's price of the order: the price before signing, and the source of the signed hash (P5).
 * @param body  undefined until complete, because each change would cost a request and block Checkout again
 * @param instant  the browser's price in the meantime; a different server price is announced
 */
export function useServerQuote(body: QuoteBody | undefined, instant: Quote | undefined) {
  const queries = useQueryClient();
  const key = JSON.stringify(body ?? null);
  const queryKey = [quoteOrder.name, key];
  const query = useQuery({
    queryKey,
    queryFn: body ? async () => (await callForOne(quoteOrder, { body })) as Quote : skipToken,
    staleTime: 0,
  });
  const [shown, setShown] = useState<Shown | null>(null);
  const fresh = query.data;
  if (fresh && (shown?.key !== key || shown.quote.quote_hash !== fresh.quote_hash))
    setShown(shownNext(shown, key, fresh, instant));
  return {
    quote: fresh,
    before: shown?.key === key ? shown.before : null,
    isLoading: query.isFetching || body === undefined,
    error: query.error,
    renew: (renewed: Quote | undefined): void => {
      if (renewed) queries.setQueryData(queryKey, renewed);
      else void queries.invalidateQueries({ queryKey });
    },
  };
}
