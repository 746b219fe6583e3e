import { useEffect, useRef, useState } from 'react';
import { listUnconfirmedOrders, resumeOrder } from '#modules/orders/reading/unconfirmed-orders.contract.ts';
import type { Order } from '#modules/orders/orders.contract.ts';
import { ApiError } from '#app/api/api-error.ts';
import { call, callForOne } from '#app/api/client.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { useWizard } from '#app/routes/contract/wizard/wizard-context.ts';
import { usePayerConfirmation } from '#app/payments/payer-confirmation.tsx';
import { findAttempt, forgetAttempt, isOfDraft, type OpenAttempt } from './open-attempt.ts';
import { askUntilKnown, pause, useSuccessPage } from './use-checkout.ts';
import type { Elements } from '#app/ui/elements.ts';

// The portal looks up lost charges for hours; an open page follows the outcome.
const LOOK_AGAIN_AFTER_MS = 10_000;

/** An order in progress: the key is from this browser, or the id from the server. */
type UnderWay = Pick<OpenAttempt, 'student_id' | 'route_id'> & { key?: string; order_id?: number };

type Outcome =
  | { is: 'signed'; order: Order }
  /** declined by the processor: nothing was charged */
  | { is: 'declined'; error: unknown }
  | { is: 'not_sent' }
  | { is: 'unknown'; error: unknown };

export type Resumed = Outcome | { is: 'nothing' } | { is: 'asking' };

// The order may still have been on the way during the reload.
const isNotThereYet = (error: unknown) => error instanceof ApiError && error.status === 404;

function outcomeOf(error: unknown): Outcome {
  if (isNotThereYet(error)) return { is: 'not_sent' };
  const isDecline = error instanceof ApiError && error.status === 402;
  return { is: isDecline ? 'declined' : 'unknown', error };
}

type Go = <T>(send: () => Promise<T>) => Promise<T>;

async function ask({ key, order_id }: UnderWay, go: Go): Promise<Outcome> {
  const sent = { headers: { 'idempotency-key': key }, body: { order_id } };
  try {
    const order = await go(() => askUntilKnown(() => callForOne(resumeOrder, sent), isNotThereYet));
    return { is: 'signed', order };
  } catch (error) {
    return outcomeOf(error);
  }
}

async function findPending(school: string): Promise<UnderWay | undefined> {
  const unconfirmed = await call(listUnconfirmedOrders).catch(() => []);
  return unconfirmed?.find(
    ({ state, program_group }) => state === 'pending' && program_group.path === school,
  );
}

/**
 * Finds the order interrupted by a reload or a closed page, and follows the order to the success page or to
 * the reason of the failure. Never sends an order.
 * Source: O3, O10, MB15
 */
export function useResumedCheckout(): { resumed: Resumed; bankWindow: Elements } {
  const { school, draft } = useWizard();
  const { user } = useAuth();
  const openSuccessPage = useSuccessPage();
  const user_id = user?.id ?? 0;
  const { path } = school.group;
  const [resumed, setResumed] = useState<Resumed>(() => {
    const remembered = findAttempt({ user_id, school: path }, Date.now());
    return remembered && isOfDraft(draft, remembered) ? { is: 'asking' } : { is: 'nothing' };
  });
  const { go, window: bankWindow } = usePayerConfirmation();
  const latest = useRef({ draft, openSuccessPage, go });
  useEffect(() => {
    latest.current = { draft, openSuccessPage, go };
  });

  useEffect(() => {
    if (user_id === 0) return undefined;
    let isLeft = false;
    const isOfThisDraft = (place: UnderWay) => isOfDraft(latest.current.draft, place);
    async function follow(known: UnderWay): Promise<void> {
      setResumed({ is: 'asking' });
      for (;;) {
        const outcome = await ask(known, latest.current.go);
        if (outcome.is !== 'unknown' && known.key) forgetAttempt(known.key);
        if (isLeft) return;
        // A parent who continued with another child stays there.
        if (outcome.is === 'signed' && isOfThisDraft(known)) latest.current.openSuccessPage(outcome.order);
        else setResumed(outcome);
        if (outcome.is !== 'unknown') return;
        await pause(LOOK_AGAIN_AFTER_MS);
      }
    }
    void (async () => {
      const remembered = findAttempt({ user_id, school: path }, Date.now());
      const known = remembered ?? (await findPending(path));
      if (known && !isLeft && isOfThisDraft(known)) await follow(known);
    })();
    return () => {
      isLeft = true;
    };
  }, [user_id, path]);
  return { resumed, bankWindow };
}
