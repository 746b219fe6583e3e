import { cents, milliPercent } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import type { RouteForSale, TermForSale } from '#modules/catalog/routes/route-for-sale.ts';

const term = (id: number, changes: Partial<TermForSale>): TermForSale => ({
  id,
  name: `Term ${id}`,
  identifier: `T${id}`,
  payment_term_type_id: 6,
  payment_term_type: 'paymentTermTypeFull',
  from_dt: null,
  thru_dt: null,
  deposit: cents(420_000),
  amount: cents(0),
  number_payments: 1,
  scheduled_dt: null,
  prefix_text: null,
  is_admin_only: false,
  ...changes,
});

/**
 * A route as the catalog hands it over, for tests of rules: the demo's hm-lower Round trip in short.
 * Terms: 1 full, 2 two payments, 3 for staff. Add-ons: 11 late bus, 12 for staff. Discounts: 21 of
 * siblings, 22 for staff. Grades: 31.
 */
export function routeForSale(changes: Partial<RouteForSale> = {}): RouteForSale {
  return {
    route: {
      id: 5,
      name: 'Round trip',
      text_before: '',
      text_after: 'both ways',
      is_active: true,
      capacity: null,
      has_pickup_location: false,
      has_surge_pricing: false,
      surge_pricing_text: null,
      surge_pricing_text_hash: null,
      contract: null,
      contract_pdf: null,
    },
    terms: [
      term(1, { name: 'Pay in full' }),
      term(2, {
        name: 'Two payments',
        payment_term_type_id: 7,
        payment_term_type: 'paymentTermTypeScheduled',
        deposit: cents(220_000),
        amount: cents(215_000),
        number_payments: 2,
        scheduled_dt: plainDate('2026-10-01'),
      }),
      term(3, { name: 'Staff rate', deposit: cents(210_000), is_admin_only: true }),
    ],
    addons: [
      { id: 11, name: 'late-bus', text: 'Late bus', amount: cents(60_000), is_admin_only: false },
      { id: 12, name: 'escort', text: 'Escort', amount: cents(50_000), is_admin_only: true },
    ],
    discounts: [
      {
        id: 21,
        text: 'Second child',
        is_sibling_discount: true,
        amount_flat: cents(25_000),
        amount_percentage: null,
      },
      {
        id: 22,
        text: 'Goodwill',
        is_sibling_discount: false,
        amount_flat: cents(10_000),
        amount_percentage: null,
      },
    ],
    surcharges: [
      {
        id: 41,
        name: 'Card fee',
        payment_type: 'paymentTypeCreditCard',
        amount_flat: null,
        amount_percentage: milliPercent(3000),
      },
    ],
    period_program: {
      id: 61,
      is_active: true,
      is_photo_required: false,
      allow_student_exit_bus_alone: false,
      has_pickup_location: false,
      accept_financial_aid: true,
      contract_text_intro: null,
      contract_text: '<p>The contract.</p>',
      contract_text_hash: 'a'.repeat(64),
      faq: null,
      ach_terms: '<p>The debit.</p>',
      ach_terms_hash: 'b'.repeat(64),
    },
    program: {
      id: 71,
      name: 'hm-lower',
      text: 'Lower School',
      check_attention: null,
      check_text: null,
      grades: [{ id: 31, text: '1st' }],
    },
    program_group: {
      id: 81,
      path: 'hm',
      text: 'Hillmark',
      is_active: true,
      current_period_id: 91,
      line_color: '#8a1538',
    },
    period_program_group: {
      id: 82,
      is_switched_on: true,
      hours: 'open',
      is_active: true,
      is_closing: false,
      opens_at: null,
      closes_at: null,
      first_day_of_school: plainDate('2026-09-08'),
    },
    period: {
      id: 91,
      name: '2027',
      text: '2027–2028 school year',
      starts_on: plainDate('2026-09-01'),
      ends_on: plainDate('2027-06-30'),
      aid_balance_due_dt: null,
    },
    division: {
      id: 95,
      company_name: 'Harborline School Bus, Inc.',
      address_1: '1250 Harbor Yard Road',
      city: 'Bronx',
      state: 'NY',
      zip: '10474',
      phone_main: '718-555-0100',
    },
    company: {
      name: 'Harborline',
      time_zone: 'America/New_York',
      half_rounding_unit_cents: cents(1),
      aid_fee_base: 'subtotal',
    },
    ...changes,
  };
}
