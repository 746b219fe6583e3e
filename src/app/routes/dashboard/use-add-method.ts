import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { m } from '#i18n/messages.js';
import { listPaymentMethods } from '#modules/billing/billing.contract.ts';
import { addPaymentMethod, listDebitTerms } from '#modules/billing/methods.contract.ts';
import type { Sent } from '#kit/endpoint.ts';
import { ApiError } from '#app/api/api-error.ts';
import { callForOne } from '#app/api/client.ts';
import { itemsKey } from '#app/api/use-items.ts';
import { useOnce } from '#app/api/use-once.ts';
import { methodName } from '#app/parts/saved-methods.tsx';
import { useToast } from '#app/ui/toast.tsx';
import { forMethodForm } from './method-form.ts';

type AddBody = NonNullable<Sent<typeof addPaymentMethod>['body']>;

/**
 * Saves a method once, however often it is pressed: what was not answered is asked again under the same key
 * (PM).
 */
export function useAddMethod(): (body: AddBody) => Promise<void> {
  const once = useOnce();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const say = useToast();
  return async (body) => {
    try {
      const method = await once(body, (headers) => callForOne(addPaymentMethod, { headers, body }));
      await queryClient.invalidateQueries({ queryKey: itemsKey(listPaymentMethods) });
      say(m.dashboard_method_saved({ method: methodName(method) }));
      await navigate('/dashboard/payment-methods');
    } catch (error) {
      // Other terms are in force by now: they are shown, and the box is ticked anew (O4).
      if (error instanceof ApiError && error.status === 409)
        await queryClient.invalidateQueries({ queryKey: itemsKey(listDebitTerms) });
      throw forMethodForm(error);
    }
  };
}
