import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { onceRefusals } from '#kit/endpoint/once.refusals.ts';
import { byId, centsShape, idShape, instantShape, onceHeaders } from '#kit/endpoint/wire.ts';
import { choices, ids, names } from '#kit/list/filters.ts';
import { listEndpoint, searchText } from '#kit/list/list-endpoint.ts';
import { optionalText, requiredText } from '#kit/rules/fields.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { contractSelectionShape, personShape, placingRefusals } from '#modules/orders/orders.contract.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { OFFER_PAYERS, OFFER_STATES } from '#modules/orders/sale-offer.states.ts';
import { MINIMUM_AID_CENTS } from '#modules/pricing/financial-aid.ts';
import { quoteShape } from '#modules/pricing/pricing.contract.ts';
import { seatRefusals } from '#modules/seats/seats.refusals.ts';
import { withdrawOfferShape } from './offers.shapes.ts';

/** Between these, staff choose the end of an offer (OF3.5). */
export const OFFER_HOURS = { least: 1, most: 14 * 24 } as const;

/** What the family pays for the year (A1). */
const aidCents = z.number().int().min(MINIMUM_AID_CENTS);

const reason = () => optionalText(500);

export const offerSelectionShape = z.object({
  user_id: idShape,
  contract: contractSelectionShape,
  /** a discount that staff alone may give (B4); in place of the number of a sibling */
  staff_discount_id: idShape.nullable().default(null),
  aid: z
    .object({ code: requiredText(20), amount_cents: aidCents })
    .nullable()
    .default(null),
  /** why the school sells to this family although it is closed (OF3.2) */
  although_closed: reason(),
});

export const offerRequestShape = offerSelectionShape.extend({
  pay_by: z.enum(OFFER_PAYERS),
  payment_method_id: idShape.nullable().default(null),
  /** null: after the hours of the company */
  ends_at: instantShape.nullable().default(null),
  /** why the family gets more seats than its limit (H8) */
  beyond_limit: reason(),
  note: optionalText(2000),
  quote_hash: requiredText(128),
  /** an open offer, replaced by the new offer (OF3.10) */
  replaces_id: idShape.nullable().default(null),
});

export type OfferRequest = z.output<typeof offerRequestShape>;

const textShape = z.object({
  kind: z.enum(['contract', 'ach', 'surge']),
  html: z.string(),
  text_hash: z.string(),
});

const named = personShape.extend({ id: idShape });

export const offerShape = z.object({
  id: idShape,
  state: z.enum(OFFER_STATES),
  family: named,
  student: named,
  school: z.object({ id: idShape, text: z.string(), path: z.string(), line_color: z.string() }),
  program: z.object({ id: idShape, text: z.string() }),
  period: z.string(),
  line: z.object({ id: idShape, name: z.string() }),
  term: z.object({ id: idShape, name: z.string() }),
  addons: z.array(z.string()),
  grade: z.string().nullable(),
  pickup: z.string().nullable(),
  special_request: z.string().nullable(),
  quote: quoteShape,
  pay_by: z.enum(OFFER_PAYERS),
  payment_method_id: idShape.nullable(),
  note: z.string().nullable(),
  made_by: z.string(),
  made_at: instantShape,
  ends_at: instantShape,
  answered_at: instantShape.nullable(),
  decline_reason: z.string().nullable(),
  order_id: idShape.nullable(),
  /** the order waits for the check or cash (OF3.7) */
  is_check_awaited: z.boolean(),
  replaced_by_id: idShape.nullable(),
  /** the texts that the family accepts, for each payment method; empty once the offer is over */
  texts: z.array(textShape),
});

export type OfferResponse = z.output<typeof offerShape>;

/** What staff have chosen beside what the family reads: a change begins with the whole choice (OF3.10). */
const chosenShape = z.object({
  period_id: idShape,
  grade_id: idShape.nullable(),
  addon_ids: z.array(idShape),
  staff_discount_id: idShape.nullable(),
  sibling_number: z.string().nullable(),
  aid: z.object({ code: z.string(), amount_cents: centsShape }).nullable(),
  pickup_north: z.string().nullable(),
  pickup_cross: z.string().nullable(),
  although_closed: z.string().nullable(),
  beyond_limit: z.string().nullable(),
});

export type OfferedChoice = z.output<typeof chosenShape>;

const staffOfferShape = offerShape.extend({ chosen: chosenShape });

export type StaffOffer = z.output<typeof staffOfferShape>;

const rowShape = z.object({
  id: idShape,
  state: z.enum(OFFER_STATES),
  family: named,
  student: personShape,
  school: z.string(),
  line: z.string(),
  due_today_cents: centsShape,
  year_total_cents: centsShape,
  made_by: z.string(),
  made_at: instantShape,
  ends_at: instantShape,
  order_id: idShape.nullable(),
});

export type OfferListRow = z.output<typeof rowShape>;

export const listOffers = listEndpoint({
  name: 'listOffers',
  summary: 'A page of the offers to families (OF3.10)',
  path: '/admin/offers',
  right: 'money_write',
  isOfPeople: true,
  row: rowShape,
  sorts: { ends: { keys: ['text', 'number'] }, newest: { keys: ['number'] } },
  filters: {
    search: searchText,
    state: choices(OFFER_STATES),
    school: names(),
    /** who made it */
    by: ids(),
  },
  /** everybody who has made an offer, by name */
  more: { staff: z.array(z.object({ id: idShape, name: z.string() })) },
});
export type OfferListSort = keyof typeof listOffers.sorts;

const ofStaff = { guard: { right: 'money_write' }, impersonation: 'refused' } as const;

const sellingRefusals = [...placingRefusals, accountRefusals.refused_while_impersonating] as const;

export const previewOffer = endpoint({
  ...ofStaff,
  name: 'previewOffer',
  summary: 'The price of an offer, with the prices of a check and of cash; writes nothing (OF3.3)',
  method: 'POST',
  path: '/admin/offers/preview',
  body: offerSelectionShape,
  item: z.object({
    quote: quoteShape,
    /** null: no limit */
    seats_left: z.number().int().nullable(),
    /** now, by the clock of the server */
    as_of: instantShape,
    /** the end of an offer that is made now, by the hours of the company */
    ends_at: instantShape,
    /** the saved methods that may be proposed */
    methods: z.array(z.object({ id: idShape, name: z.string() })),
  }),
  refusals: sellingRefusals,
});

export const makeOffer = endpoint({
  ...ofStaff,
  name: 'makeOffer',
  summary: 'Make an offer: the seat and the price are kept, and the family gets an email (OF3.5)',
  method: 'POST',
  path: '/admin/offers',
  audits: ['offer.make'],
  headers: onceHeaders,
  body: offerRequestShape,
  item: offerShape,
  refusals: [
    ...sellingRefusals,
    orderRefusals.quote_stale,
    orderRefusals.order_exists,
    orderRefusals.offer_open_already,
    orderRefusals.offer_end_outside,
    orderRefusals.offer_not_open,
    orderRefusals.offer_not_found,
    seatRefusals.route_full,
    seatRefusals.too_many_of_route,
    seatRefusals.too_many_holds,
    seatRefusals.verify_for_more_seats,
    billingRefusals.method_not_found,
    onceRefusals.once_key_reused,
  ],
});

export const readOffer = endpoint({
  ...ofStaff,
  name: 'readOffer',
  summary: 'An offer as the family reads it, with all that staff have chosen',
  method: 'GET',
  path: '/admin/offers/:id',
  params: byId,
  item: staffOfferShape,
  refusals: [orderRefusals.offer_not_found, accountRefusals.refused_while_impersonating],
});

export const withdrawOffer = endpoint({
  ...ofStaff,
  name: 'withdrawOffer',
  summary: 'Withdraw an open offer: the seat is free at once, and the family gets an email (OF3.10)',
  method: 'POST',
  path: '/admin/offers/:id/withdraw',
  audits: ['offer.withdraw'],
  params: byId,
  body: withdrawOfferShape,
  item: offerShape,
  refusals: [
    orderRefusals.offer_not_found,
    orderRefusals.offer_not_open,
    accountRefusals.own_order,
    accountRefusals.refused_while_impersonating,
  ],
});

export const resendOffer = endpoint({
  ...ofStaff,
  name: 'resendOffer',
  summary: 'Mail an open offer again; once for each Idempotency-Key (OF3.10)',
  method: 'POST',
  path: '/admin/offers/:id/resend',
  audits: ['offer.resend'],
  headers: onceHeaders,
  params: byId,
  item: offerShape,
  refusals: [
    orderRefusals.offer_not_found,
    orderRefusals.offer_not_open,
    onceRefusals.once_key_reused,
    accountRefusals.refused_while_impersonating,
  ],
});
