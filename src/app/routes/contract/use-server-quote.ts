import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callForOne } from '../../api/client.ts';
import { quoteOrder } from '#modules/orders/orders.contract.ts';
import type { Quote } from '#modules/pricing/pricing.contract.ts';
import type { QuoteBody } from './order-body.ts';

/** The server's own price of the order: what is shown before signing, and what its hash stands for (P5). */
export function useServerQuote(body: QuoteBody) {
  const queries = useQueryClient();
  const queryKey = [quoteOrder.name, JSON.stringify(body)];
  const query = useQuery({
    queryKey,
    queryFn: async () => (await callForOne(quoteOrder, { body })) as Quote,
    staleTime: 0,
  });
  return {
    quote: query.data,
    isLoading: query.isFetching,
    error: query.error,
    /** takes the new quote that a refused order brought, or asks again */
    renew: (fresh: Quote | undefined): void => {
      if (fresh) queries.setQueryData(queryKey, fresh);
      else void queries.invalidateQueries({ queryKey });
    },
  };
}
