import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callForOne } from '#app/api/client.ts';
import { quoteOrder } from '#modules/orders/orders.contract.ts';
import type { Quote } from '#modules/pricing/pricing.contract.ts';
import type { QuoteBody } from '#app/routes/contract/wizard/order-body.ts';

/** The quote on the screen, and the one that stood there before for the same order. */
type Shown = { readonly key: string; readonly quote: Quote; readonly before: Quote | null };

function shownNext(shown: Shown | null, key: string, fresh: Quote, instant: Quote | undefined): Shown {
  const last = shown?.key === key ? shown.quote : instant;
  return { key, quote: fresh, before: last && last.quote_hash !== fresh.quote_hash ? last : null };
}

/**
 * The server's own price of the order: what is shown before signing, and what its hash stands for (P5).
 * @param instant  the price that the browser showed meanwhile; where the server's is another one, that is
 *   said too
 */
export function useServerQuote(body: QuoteBody, instant: Quote | undefined) {
  const queries = useQueryClient();
  const key = JSON.stringify(body);
  const queryKey = [quoteOrder.name, key];
  const query = useQuery({
    queryKey,
    queryFn: async () => (await callForOne(quoteOrder, { body })) as Quote,
    staleTime: 0,
  });
  const [shown, setShown] = useState<Shown | null>(null);
  const fresh = query.data;
  if (fresh && (shown?.key !== key || shown.quote.quote_hash !== fresh.quote_hash))
    setShown(shownNext(shown, key, fresh, instant));
  return {
    quote: fresh,
    /** the quote that this one has replaced in front of the family */
    before: shown?.key === key ? shown.before : null,
    isLoading: query.isFetching,
    error: query.error,
    /** takes the new quote that a refused order brought, or asks again */
    renew: (renewed: Quote | undefined): void => {
      if (renewed) queries.setQueryData(queryKey, renewed);
      else void queries.invalidateQueries({ queryKey });
    },
  };
}
