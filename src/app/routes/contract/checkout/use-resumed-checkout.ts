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

// What the processor has lost is looked up for hours; a page that stays open hears of it.
const LOOK_AGAIN_AFTER_MS = 10_000;

/** An order that may be under way: this browser remembers its key, or the server names it. */
type UnderWay = Pick<OpenAttempt, 'student_id' | 'route_id'> & { key?: string; order_id?: number };

/** What came of it so far. */
type Outcome =
  | { is: 'signed'; order: Order }
  /** the processor said no: nothing was charged */
  | { is: 'declined'; error: unknown }
  /** the order never reached the server */
  | { is: 'not_sent' }
  /** neither yes nor no yet, or no answer at all */
  | { is: 'unknown'; error: unknown };

export type Resumed = Outcome | { is: 'nothing' } | { is: 'asking' };

// The press may have been on its way still when the page was loaded again.
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

/** The newest order of this school that the server is waiting for an answer to. */
async function findPending(school: string): Promise<UnderWay | undefined> {
  const unconfirmed = await call(listUnconfirmedOrders).catch(() => []);
  return unconfirmed?.find(
    ({ state, program_group }) => state === 'pending' && program_group.path === school,
  );
}

/**
 * Finds the order that was being paid when the page was closed or loaded again, and follows it to its end:
 * the success page, or the reason why there is none. It never sends an order.
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
        // Whoever has gone on to another child meanwhile is not taken away from it.
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
