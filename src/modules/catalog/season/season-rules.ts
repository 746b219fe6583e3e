import { z } from 'zod';
import { m } from '#i18n/messages.js';

/*
 * Rules between the fields of one object. They run while another field is wrong too, so that one
 * look at the list of errors is enough; a field that is itself wrong is left out of them.
 */

type Checked = { value: unknown; issues: { path?: PropertyKey[] }[] };
type Say = (field: string, sentence: string) => void;

function rule(decide: (value: Record<string, unknown>, say: Say) => void) {
  const check = z.check((payload) => {
    if (typeof payload.value !== 'object' || payload.value === null) return;
    const wrong = new Set((payload as Checked).issues.map((issue) => issue.path?.[0]));
    const sound = Object.fromEntries(Object.entries(payload.value).filter(([field]) => !wrong.has(field)));
    decide(sound, (field, message) => {
      if (!wrong.has(field))
        payload.issues.push({ code: 'custom', path: [field], message, input: sound[field] });
    });
  });
  // Zod gives `when` to refinements only, and those report one issue each.
  // oxlint-disable-next-line no-underscore-dangle
  check._zod.def.when = () => true;
  return check as never;
}

/** A Full term is one payment; a scheduled one has later payments and their day (T4). */
export const needsPaymentsOfItsType = rule((term, say) => {
  const { payment_term_type: type, number_payments: n, amount, scheduled_dt, thru_dt } = term;
  if (type === 'paymentTermTypeFull') {
    if (typeof n === 'number' && n !== 1) say('number_payments', m.catalog_season_full_one_payment());
    if (typeof amount === 'number' && amount !== 0) say('amount', m.catalog_season_full_no_amount());
  }
  if (type === 'paymentTermTypeScheduled') {
    if (typeof n === 'number' && n < 2) say('number_payments', m.catalog_season_scheduled_payments());
    if (typeof amount === 'number' && amount <= 0) say('amount', m.catalog_season_scheduled_amount());
    if (scheduled_dt === null) say('scheduled_dt', m.catalog_season_scheduled_day());
    if (isDay(scheduled_dt) && isDay(thru_dt) && scheduled_dt <= thru_dt)
      say('scheduled_dt', m.catalog_season_scheduled_after());
  }
});

/** A flat amount or a percentage (P1). */
export const needsAnAmount = rule(({ amount_flat, amount_percentage }, say) => {
  if (amount_flat === null && amount_percentage === null) say('amount_flat', m.catalog_season_no_amount());
});

export const needsOrderedDays = (from: string, thru: string) =>
  rule((value, say) => {
    const [first, last] = [value[from], value[thru]];
    if (isDay(first) && isDay(last) && last < first) say(thru, m.catalog_season_ends_first({ field: from }));
  });

const isDay = (value: unknown): value is string => typeof value === 'string';
