import type { ObjectKind } from '#modules/catalog/objects/object-kinds.ts';

const FULL = { payment_term_type: 'paymentTermTypeFull', number_payments: 1, amount: 0, scheduled_dt: null };
const SCHEDULED = {
  payment_term_type: 'paymentTermTypeScheduled',
  number_payments: 3,
  amount: 100,
  thru_dt: 'today+60d',
  scheduled_dt: 'today+90d',
};
const TEXT = 'must be text of 1 to 255 characters';
const SMALLEST = '$0.50';

/** A broken value of each rule that one object can break: what is written, where, and the sentence. */
export const BROKEN_FIELDS: [
  rule: string,
  kind: ObjectKind,
  written: object,
  at: string,
  sentence: string,
][] = [
  ['missing', 'route', { has_pickup_location: undefined }, 'has_pickup_location', 'is missing'],
  ['text', 'division', { key: '' }, 'key', TEXT],
  ['text', 'division', { city: 'x'.repeat(256) }, 'city', TEXT],
  ['text', 'division', { zip: 10_463 }, 'zip', 'must be text of 1 to 50 characters'],
  [
    'text_or_empty',
    'route',
    { text_before: 'x'.repeat(256) },
    'text_before',
    'must be text of at most 255 characters',
  ],
  ['choice', 'company', { currency: 'EUR' }, 'currency', 'must be one of USD'],
  ['choice', 'company', { half_rounding_unit_cents: 5 }, 'half_rounding_unit_cents', 'must be one of 1, 100'],
  ['flag', 'route', { is_active: 'yes' }, 'is_active', 'must be true or false'],
  ['list', 'route', { addons: {} }, 'addons', 'must be a list'],
  ['list', 'company', { refund_periods: '2027' }, 'refund_periods', 'must be a list'],
  ['object', 'company', { card_fee_state_caps: [] }, 'card_fee_state_caps', 'must be an object'],
  ['object', 'route', { addons: [7] }, 'addons.0', 'must be an object'],
  [
    'state',
    'company',
    { card_fee_free_states: ['ny'] },
    'card_fee_free_states.0',
    'must be a two-letter state code',
  ],
  [
    'dollars',
    'addon',
    { amount: 10.005 },
    'amount',
    'must be an amount in dollars, 0 or more, with at most two decimals',
  ],
  [
    'percent',
    'discount',
    { amount_percentage: 101 },
    'amount_percentage',
    'must be a percentage from 0 to 100 with at most three decimals',
  ],
  ['count', 'route', { capacity: -1 }, 'capacity', 'must be a whole number of 0 or more'],
  [
    'local_time',
    'period_group',
    { opens_at: '2027-03-01' },
    'opens_at',
    'must be a date and time such as 2027-03-01T08:00',
  ],
  [
    'later',
    'period_group',
    { opens_at: '2027-03-01T08:00', closes_at: '2027-03-01T08:00' },
    'closes_at',
    'must be later than opens_at',
  ],
  [
    'day',
    'period',
    { first_day_of_school: '03/04/2027' },
    'first_day_of_school',
    'must be a date such as 2027-09-01, or today+30d',
  ],
  [
    'file',
    'route',
    { contract_pdf: '../secret.pdf' },
    'contract_pdf',
    'must be a plain file name of letters, digits, - and _ such as school-2027.pdf',
  ],
  [
    'path',
    'program_group',
    { path: 'a/b' },
    'path',
    'must be a single address part: letters, digits and dashes',
  ],
  [
    'path_reserved',
    'program_group',
    { path: 'Dashboard' },
    'path',
    'is already the address of a portal page',
  ],
  ['email', 'program_group', { routes_email: 'nobody' }, 'routes_email', 'must be an email address'],
  [
    'time_zone',
    'company',
    { time_zone: 'Bronx' },
    'time_zone',
    'must be a time zone such as America/New_York',
  ],
  [
    'content',
    'content_block',
    { content: 'content/../x.svg' },
    'content',
    'must be a file under content/, such as content/map.svg, or an address that starts with http',
  ],
  [
    'later',
    'payment_term',
    { ...SCHEDULED, scheduled_dt: 'today+60d' },
    'scheduled_dt',
    'must be later than thru_dt',
  ],
  ['not_earlier', 'period', { ends_on: '2020-01-01' }, 'ends_on', 'must not be earlier than starts_on'],
  [
    'full_one_payment',
    'payment_term',
    { ...FULL, number_payments: 2 },
    'number_payments',
    'must be 1: a term of type Full has one payment',
  ],
  [
    'full_no_amount',
    'payment_term',
    { ...FULL, amount: 5 },
    'amount',
    'must be 0: a term of type Full has no later payment',
  ],
  [
    'scheduled_payments',
    'payment_term',
    { ...SCHEDULED, number_payments: 1 },
    'number_payments',
    'must be 2 or more: a scheduled term has later payments',
  ],
  [
    'scheduled_amount',
    'payment_term',
    { ...SCHEDULED, amount: 0 },
    'amount',
    'must be more than 0: it is the size of each later payment',
  ],
  [
    'scheduled_day',
    'payment_term',
    { ...SCHEDULED, scheduled_dt: null },
    'scheduled_dt',
    'is missing: a scheduled term names the day of its second payment',
  ],
  [
    'no_amount',
    'surcharge',
    { amount_flat: null, amount_percentage: null },
    'amount_flat',
    'is missing: give amount_flat or amount_percentage',
  ],
  [
    'too_small',
    'route',
    { payment_terms: [{ name: 'F', identifier: 'F', deposit: 0.49, is_admin_only: false, ...FULL }] },
    'payment_terms.0.deposit',
    `must be 0, or ${SMALLEST} or more: it is the smallest amount that can be charged`,
  ],
  [
    'too_small_after',
    'route',
    {
      payment_terms: [{ name: 'F', identifier: 'F', deposit: 30, is_admin_only: false, ...FULL }],
      discounts: [{ text: 'Half', is_sibling_discount: true, amount_percentage: 99 }],
      addons: [],
    },
    'payment_terms.0.deposit',
    `comes to $0.30 with the discount “Half”; the smallest amount that can be charged is ${SMALLEST}`,
  ],
];

/** On a screen another field has its label, which for a field without a form is its name in words. */
export const onScreen = (sentence: string, named = (name: string) => name.replaceAll('_', ' ')) =>
  sentence.replaceAll(/[a-z]+_[a-z]+/g, (name) => named(name));
