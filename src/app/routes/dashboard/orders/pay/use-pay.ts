import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, sentencesOf } from '#app/api/api-error.ts';
import { callForOne } from '#app/api/client.ts';
import { useOnce } from '#app/api/use-once.ts';
import { sayingNothingCharged } from '#app/auth/ended-session.ts';
import { usePayerConfirmation } from '#app/payments/payer-confirmation.tsx';
import type { Answered, Sent } from '#kit/endpoint/endpoint.ts';
import { payNow } from '#modules/billing/pay-now/pay-now.contract.ts';

export type PayBody = Sent<typeof payNow>['body'];

export type Paid = Pick<Answered<typeof payNow>[number], 'charged_cents'>;

/** A changed total is a warning and no error. */
export type PayProblem = { text: string; tone: 'danger' | 'warning' };

const isPriceChange = (error: unknown) =>
  error instanceof ApiError && error.status === 409 && error.data.data?.total_cents !== undefined;

/** The saved method of a typed card with another price than shown. */
const methodTold = (error: unknown): number | undefined =>
  error instanceof ApiError ? Number(error.data.data?.payment_method_id) || undefined : undefined;

type Place = { order_id: number; payment_id: number };

/**
 * Sends once per click, opens the window of the payer's bank on demand, and rereads the order in any case.
 * @param choose  a typed card that was saved and pays another total; undefined after a refused method (MP10)
 */
export function usePay(place: Place, choose: (payment_method_id: number | undefined) => void) {
  const once = useOnce();
  const queries = useQueryClient();
  const { go, window: bankWindow } = usePayerConfirmation();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<PayProblem>();
  const [paid, setPaid] = useState<Paid>();
  /** @throws a refusal about fields of the form */
  async function pay(body: PayBody): Promise<boolean> {
    setBusy(true);
    setProblem(undefined);
    let isRefused = false;
    try {
      setPaid(
        await once(body, (headers, isUnsent) => {
          const noting = sayingNothingCharged(isUnsent);
          return go(() => noting(() => callForOne(payNow, { params: place, headers, body })));
        }),
      );
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.data.field_errors) throw error;
      const saved = methodTold(error);
      if (isPriceChange(error) && saved !== undefined) choose(saved);
      isRefused = body.payment_method_id != null && error instanceof ApiError && error.status === 402;
      setProblem({ text: sentencesOf(error).join(' '), tone: isPriceChange(error) ? 'warning' : 'danger' });
      return false;
    } finally {
      await queries.invalidateQueries();
      // Only now the ways name the refused method.
      if (isRefused) choose(undefined);
      setBusy(false);
    }
  }
  return { pay, isBusy, problem, paid, bankWindow };
}
