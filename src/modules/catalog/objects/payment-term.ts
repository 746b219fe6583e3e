import * as f from '#kit/rules/object-fields.ts';
import { objectRules } from '#kit/rules/object-rules.ts';
import { catalogRules } from './catalog-rules.ts';
import { catalogObject } from './object.ts';

/** A Full term has one payment; a scheduled term has later payments and a day for them (T4). */
const needsPaymentsOfItsType = f.across((term, say) => {
  const { payment_term_type: type, number_payments: n, amount, scheduled_dt, thru_dt } = term;
  if (type === 'paymentTermTypeFull') {
    if (typeof n === 'number' && n !== 1) say('number_payments', catalogRules.full_one_payment());
    if (typeof amount === 'number' && amount !== 0) say('amount', catalogRules.full_no_amount());
  }
  if (type === 'paymentTermTypeScheduled') {
    if (typeof n === 'number' && n < 2) say('number_payments', catalogRules.scheduled_payments());
    if (typeof amount === 'number' && amount <= 0) say('amount', catalogRules.scheduled_amount());
    if (scheduled_dt === null) say('scheduled_dt', catalogRules.scheduled_day());
    if (f.isDay(scheduled_dt) && f.isDay(thru_dt) && scheduled_dt <= thru_dt)
      say('scheduled_dt', objectRules.later('thru_dt'));
  }
});

export const paymentTerm = catalogObject({
  kind: 'payment_term',
  key: { field: 'identifier' },
  fields: {
    name: f.text(),
    identifier: f.text(),
    payment_term_type: f.choice(['paymentTermTypeFull', 'paymentTermTypeScheduled']),
    from_dt: f.dayOrNone(),
    thru_dt: f.dayOrNone(),
    deposit: f.dollars(),
    amount: f.dollars(),
    number_payments: f.count(1),
    scheduled_dt: f.dayOrNone(),
    prefix_text: f.textOrNone(),
    is_admin_only: f.flag(),
    is_active: f.flag().default(true),
  },
  rules: [needsPaymentsOfItsType, f.needsOrderedDays('from_dt', 'thru_dt')],
  leftOut: { is_active: true },
  refersTo: { payment_term_type: 'option' },
});
