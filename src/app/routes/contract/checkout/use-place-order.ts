import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#app/api/api-error.ts';
import { attemptFor, isOutcomeKnown, type Attempt } from '#app/api/attempt.ts';
import { callForOne } from '#app/api/client.ts';
import { placeOrder, type Order } from '#modules/orders/orders.contract.ts';
import { checkoutErrorText } from './checkout-error.ts';
import type { OrderBody } from '#app/routes/contract/wizard/order-body.ts';

// No answer came: the server may still be asking the processor, so it is asked again for a while.
const ASK_AGAIN_AFTER_MS = [1500, 3000, 6000];

const pause = (ms: number) => new Promise<void>((resolve) => window.setTimeout(resolve, ms));

async function placeUntilAnswered(attempt: Attempt, body: OrderBody): Promise<Order> {
  let hasAnswered = false;
  for (const wait of ASK_AGAIN_AFTER_MS) {
    try {
      return await callForOne(placeOrder, { headers: { 'idempotency-key': attempt.key }, body });
    } catch (error) {
      // A server that answers has asked the processor itself already; one more question is enough.
      const isAnswer = error instanceof ApiError;
      if (isOutcomeKnown(error) || (isAnswer && hasAnswered)) throw error;
      hasAnswered ||= isAnswer;
      await pause(wait);
    }
  }
  return callForOne(placeOrder, { headers: { 'idempotency-key': attempt.key }, body });
}

/** Leaving while the order is under way asks first. */
function useStayWhile(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isOn]);
}

type Handlers = { onPlaced: (order: Order) => void; onRefused: (error: unknown) => void };

/** Sends the order once, whatever is pressed, and keeps its key until the outcome is known (O3). */
export function usePlaceOrder({ onPlaced, onRefused }: Handlers) {
  const open = useRef<Attempt | null>(null);
  const isRunning = useRef(false);
  const [isProcessing, setProcessing] = useState(false);
  const [error, setError] = useState<string | null>(null);
  useStayWhile(isProcessing);

  async function place(body: OrderBody): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setProcessing(true);
    setError(null);
    open.current = attemptFor(open.current, body);
    try {
      onPlaced(await placeUntilAnswered(open.current, body));
    } catch (failure) {
      if (isOutcomeKnown(failure)) open.current = null;
      setError(checkoutErrorText(failure));
      onRefused(failure);
    } finally {
      isRunning.current = false;
      setProcessing(false);
    }
  }
  return { place, isProcessing, error, clearError: () => setError(null) };
}
