import type { PlainDate } from '#kit/plain-date.ts';
import { isOurMistake, mayDebitAgain, mayRetry, type Tried } from '#modules/billing/payments/retry-policy.ts';

type Row = { status: string; pay_on: PlainDate; next_try_on: PlainDate | null };
type AttemptFacts = Tried & {
  payment_method_id: number;
  is_by_family: boolean;
};

export type CollectionStep =
  | 'charge'
  /** the family is asked, once */
  | 'ask_for_method'
  | 'wait';

type Question = {
  row: Row;
  /** chargeable today without an act of the family; undefined if there is none (M5, M7) */
  method_id: number | undefined;
  pastAttempts: readonly AttemptFacts[];
  today: PlainDate;
};

/**
 * A method is new to a payment if the last attempt, and the last attempt by the portal, used other methods; a
 * new method is charged once at once. A payment moved to another day by staff waits for the day, and even
 * then a method with a final refusal is not charged again. A mistake of the company is no attempt and
 * postpones the payment to the next day (M5, M7, M8, S19).
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
  // A returned debit of the family's own has a retry day of its own.
  if (last?.is_by_family && last.state === 'returned') return false;
  const lastOfPortal = pastAttempts.find((attempt) => !attempt.is_by_family);
  return last?.payment_method_id !== method_id && lastOfPortal?.payment_method_id !== method_id;
}
