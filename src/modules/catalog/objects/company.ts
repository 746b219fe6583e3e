import { cents } from '#kit/money.ts';
import * as f from '#kit/rules/object-fields.ts';
import { CARD_FEE_REFUNDS } from '#modules/catalog/card-fee.states.ts';
import { catalogObject } from './object.ts';

export const company = catalogObject({
  kind: 'company',
  fields: {
    name: f.text(),
    time_zone: f.timeZone(),
    currency: f.choice(['USD']),
    half_rounding_unit_cents: f.countOf([1, 100]).transform(cents),
    aid_fee_base: f.choice(['subtotal', 'charge']),
    dispatch_phone: f.text(),
    dispatch_email: f.email(),
    hiring_email: f.email(),
    customer_service_email: f.email(),
    /** names of the periods open to refund requests; left out, unchanged (R1) */
    refund_periods: f.names('period'),
    /**
     * in cents; above, a second person approves refunds and waivers. null: no approval; left out: unchanged
     * (H4)
     */
    second_person_above_cents: f.orUnchanged(f.wholeCents(1)),
    // Every field of the card fee may be left out and then stays unchanged (S5, R4).
    card_fee_cap: f.rate().optional(),
    card_fee_state_caps: f.byState(f.rate()).optional(),
    card_fee_free_states: f.states(),
    card_fee_notified_on: f.orUnchanged(f.day()),
    card_fee_refund: f.orUnchanged(f.choice(CARD_FEE_REFUNDS)),
    dispatch_hours: f.text().optional(),
    change_fee: f.dollars().optional(),
    offer_hours: f.countFrom(1, 336).optional(),
    work_ages: f.orUnchanged(f.agesByWork()),
  },
  leftOut: { dispatch_hours: null, change_fee: 0, offer_hours: 72, work_ages: null },
});
