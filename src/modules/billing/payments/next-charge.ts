import { addDays, laterDay, type PlainDate } from '#kit/plain-date.ts';
import { isStuck } from '#modules/billing/payment.states.ts';
import {
  collectionStep,
  plannedDay,
  type AttemptFacts,
  type DueRow,
  type StepMethod,
} from './collection-step.ts';

export type NextCharge<M> =
  | { step: 'charge'; on: PlainDate; method: M }
  /** on this day the payment finds no method to charge */
  | { step: 'ask_for_method'; on: PlainDate; isHeldBack: boolean }
  /** nothing happens without an act of the family */
  | { step: 'wait'; isHeldBack: boolean };

type Question<M> = {
  row: DueRow;
  /** the choice of M5 on a day */
  chooseOn: (day: PlainDate) => { method: M | undefined; isHeldBack: boolean };
  pastAttempts: readonly AttemptFacts[];
  today: PlainDate;
};

/**
 * What the collection does next if the family does nothing; whatever is said of a payment to come is made
 * from this answer (MC5).
 */
export function nextCharge<M extends StepMethod>(question: Question<M>): NextCharge<M> {
  const { row, chooseOn, pastAttempts, today } = question;
  // Paid, or another charge is on its way.
  if (row.status !== 'scheduled' && !isStuck(row.status)) return { step: 'wait', isHeldBack: false };
  const last = laterDay(today, plannedDay(row) ?? row.pay_on);
  // A method that steps in for an expired card may be charged before the next attempt of the card.
  const first = row.status === 'scheduled' ? last : today;
  for (let on = first; on <= last; on = addDays(on, 1)) {
    const { method, isHeldBack } = chooseOn(on);
    const step = collectionStep({ row, method, pastAttempts, today: on });
    if (step === 'charge') return { step, on, method: method! };
    if (step === 'ask_for_method') return { step, on, isHeldBack };
  }
  return { step: 'wait', isHeldBack: chooseOn(last).isHeldBack };
}
