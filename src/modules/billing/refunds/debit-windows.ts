import type { Clock } from '#platform/clock/clock.ts';
import { addDays, dayIn, type PlainDate } from '#kit/plain-date.ts';

type Charge = {
  payment_id: number;
  state: string;
  created_at: Date;
  finished_at: Date | null;
  params: { kind?: 'card' | 'bank' };
};

type Day = { today: PlainDate; time_zone: string };

export const dayOf = (clock: Pick<Clock, 'today' | 'time_zone'>): Day => ({
  today: clock.today(),
  time_zone: clock.time_zone,
});

/** A bank may return a settled debit as not authorized within these days (reliability 3.2). */
const RETURNABLE_DAYS = 60;

const settledDebits = (charges: readonly Charge[]) =>
  charges.filter(({ state, params }) => state === 'succeeded' && params.kind === 'bank');

/** @param days  the limit in days after the debit; null is unlimited */
export function oldDebits(charges: readonly Charge[], days: number | null, day: Day): Set<number> {
  const isOld = ({ created_at }: Charge) =>
    days !== null && addDays(dayIn(day.time_zone, created_at), days) < day.today;
  return new Set(
    settledDebits(charges)
      .filter(isOld)
      .map(({ payment_id }) => payment_id),
  );
}

/** Days in the past are left out. */
export function returnableDebits(charges: readonly Charge[], day: Day): Map<number, PlainDate> {
  const until = ({ created_at, finished_at }: Charge) =>
    addDays(dayIn(day.time_zone, finished_at ?? created_at), RETURNABLE_DAYS);
  return new Map(
    settledDebits(charges)
      .map((charge) => [charge.payment_id, until(charge)] as const)
      .filter(([, last]) => last >= day.today),
  );
}
