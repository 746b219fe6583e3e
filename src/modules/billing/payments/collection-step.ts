import { laterDay, type PlainDate } from '#kit/plain-date.ts';
import { isOurMistake, mayDebitAgain, mayRetry, type Tried } from './retry-policy.ts';

export type DueRow = { status: string; pay_on: PlainDate; next_try_on: PlainDate | null };
export type AttemptFacts = Tried & {
  payment_method_id: number;
  is_by_family: boolean;
  finished_at: Date | null;
};

export type StepMethod = {
  id: number;
  /** the family's last choice for payments to come */
  chosen_at: Date | null;
};

export type CollectionStep =
  | 'charge'
  /** the family is asked, once */
  | 'ask_for_method'
  | 'wait';

type Question = {
  row: DueRow;
  /** chargeable today without an act of the family; undefined if there is none (M5, M7) */
  method: StepMethod | undefined;
  pastAttempts: readonly AttemptFacts[];
  today: PlainDate;
};

/**
 * A method is new to a payment if the last attempt, and the last attempt by the portal, used other methods; a
 * new method is charged once at once. A payment moved to another day by staff waits for the day, and even
 * then a method with a final refusal is not charged again. A mistake of the company is no attempt and
 * postpones the payment to the next day (M5, M7, M8, S19).
 */
export function collectionStep({ row, method, pastAttempts: all, today }: Question): CollectionStep {
  const pastAttempts = all.filter((attempt) => !isOurMistake(attempt));
  const dueOn = plannedDay(row);
  const isDue = dueOn !== null && dueOn <= today;
  if (!method) return isDue ? 'ask_for_method' : 'wait';
  const ofMethod = pastAttempts.filter((attempt) => attempt.payment_method_id === method.id);
  if (row.status === 'scheduled') return isDue ? (mayRetry(ofMethod) ? 'charge' : 'ask_for_method') : 'wait';
  if (row.status === 'needs_method') return mayRetry(ofMethod) ? 'charge' : 'wait';
  if (isDue) return mayRetry(ofMethod) ? 'charge' : 'ask_for_method';
  // What a family paid before the day, and disputed, is charged to no new method before the day.
  if (row.pay_on > today) return 'wait';
  return isNewTo(pastAttempts, method) && mayDebitAgain(ofMethod) ? 'charge' : 'wait';
}

/** @returns null while the payment waits for the family */
export const plannedDay = ({ status, pay_on, next_try_on }: DueRow): PlainDate | null =>
  status === 'scheduled' ? laterDay(pay_on, next_try_on) : next_try_on;

function isNewTo(pastAttempts: readonly AttemptFacts[], { id, chosen_at }: StepMethod): boolean {
  const [last] = pastAttempts;
  // A returned debit of the family's own has a retry day of its own, until the family chooses a method.
  const isChosenSince = Number(chosen_at ?? 0) > Number(last?.finished_at ?? 0);
  if (last?.is_by_family && last.state === 'returned' && !isChosenSince) return false;
  const lastOfPortal = pastAttempts.find((attempt) => !attempt.is_by_family);
  return last?.payment_method_id !== id && lastOfPortal?.payment_method_id !== id;
}
