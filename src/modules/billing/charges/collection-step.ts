import type { PlainDate } from '#kit/plain-date.ts';
import { isOurMistake, mayDebitAgain, mayRetry, type Tried } from '#modules/billing/payments/retry-policy.ts';

type Row = { status: string; pay_on: PlainDate; next_try_on: PlainDate | null };
type AttemptFacts = Tried & {
  payment_method_id: number;
  /** asked for by the family itself; the portal's own tries do not follow from it */
  is_by_family: boolean;
};

export type CollectionStep =
  | 'charge'
  /** nothing can be charged: the family is asked, once */
  | 'ask_for_method'
  | 'wait';

type Question = {
  row: Row;
  /** what may be charged today without an act of the family; undefined when there is nothing (M5, M7) */
  method_id: number | undefined;
  /** the tries of this payment, the last one first */
  pastAttempts: readonly AttemptFacts[];
  today: PlainDate;
};

/**
 * What the collection does with a payment that is not paid. A method that another one was not tried with last
 * is new to this payment, so it gets its one immediate attempt. A payment that was tried before and that
 * staff gave another day waits for it like any other, and even then a method that has refused it for good is
 * not asked again. A charge that the family asked for by Pay now makes no method new. What was our own
 * mistake is no try, and puts the payment off to the next day.
 * Source: M5, M7, M8, S19
 */
export function collectionStep({ row, method_id, pastAttempts: all, today }: Question): CollectionStep {
  const pastAttempts = all.filter((attempt) => !isOurMistake(attempt));
  const dueOn = row.status === 'scheduled' ? laterOf(row.pay_on, row.next_try_on) : row.next_try_on;
  const isDue = dueOn !== null && dueOn <= today;
  if (method_id === undefined) return isDue ? 'ask_for_method' : 'wait';
  const ofMethod = pastAttempts.filter((attempt) => attempt.payment_method_id === method_id);
  if (row.status === 'scheduled') return isDue ? (mayRetry(ofMethod) ? 'charge' : 'ask_for_method') : 'wait';
  if (row.status === 'needs_method') return mayRetry(ofMethod) ? 'charge' : 'wait';
  if (isDue) return mayRetry(ofMethod) ? 'charge' : 'ask_for_method';
  return isNewTo(pastAttempts, method_id) && mayDebitAgain(ofMethod) ? 'charge' : 'wait';
}

const laterOf = (day: PlainDate, other: PlainDate | null) => (other !== null && other > day ? other : day);

function isNewTo(pastAttempts: readonly AttemptFacts[], method_id: number): boolean {
  const [last] = pastAttempts;
  // A debit that the family asked for and that came back has a day of its own.
  if (last?.is_by_family && last.state === 'returned') return false;
  const lastOfPortal = pastAttempts.find((attempt) => !attempt.is_by_family);
  return last?.payment_method_id !== method_id && lastOfPortal?.payment_method_id !== method_id;
}
