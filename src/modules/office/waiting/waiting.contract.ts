import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { onceRefusals } from '#kit/endpoint/once.refusals.ts';
import { onlyWith } from '#kit/endpoint/right.ts';
import { byId, centsShape, idShape, instantShape, keyHeaders } from '#kit/endpoint/wire.ts';
import { choices, ids, names, seasons } from '#kit/list/filters.ts';
import { listEndpoint, searchText } from '#kit/list/list-endpoint.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { seatsShape } from '#modules/office/seasons/board.contract.ts';
import { seatRefusals } from '#modules/seats/seats.refusals.ts';
import { CLOSED_REASONS, WAITING_STATES } from '#modules/seats/waiting.states.ts';
import { studentRefusals } from '#modules/students/students.refusals.ts';
import { addToListShape, offerShape, prolongShape, reasonShape, takeBackShape } from './waiting.shapes.ts';

const countShape = z.number().int();

const waitingRouteShape = z.object({
  id: idShape,
  name: z.string(),
  program: z.string(),
  school: z.object({ path: z.string(), text: z.string() }),
  season: z.object({ id: idShape, text: z.string() }),
  seats: seatsShape,
  /** the year's price of the term in full that families are offered today; null while none is offered */
  price_cents: onlyWith('money', centsShape.nullable()),
});
export type WaitingRoute = z.output<typeof waitingRouteShape>;

export const listWaitingRoutes = endpoint({
  name: 'listWaitingRoutes',
  summary: 'The routes with limited seats of the published seasons, and their seats (OF6.1)',
  method: 'GET',
  path: '/admin/waiting/routes',
  guard: { right: 'families' },
  item: waitingRouteShape,
  refusals: [],
});

const contactShape = z.object({ name: z.string(), phone: z.string().nullable() });

export const waitingChildShape = z.object({
  id: idShape,
  route: z.object({ id: idShape, name: z.string() }),
  school: z.object({ path: z.string(), text: z.string() }),
  season: z.object({ id: idShape, text: z.string() }),
  student: z.object({ id: idShape, name: z.string() }),
  /** of the child's last contract; null without a contract */
  grade: z.string().nullable(),
  parent: z.object({ id: idShape, name: z.string() }),
  guardians: z.array(contactShape),
  joined_at: instantShape,
  /** another child of the family has a contract of the route */
  has_sibling: z.boolean(),
  state: z.enum(WAITING_STATES),
  /** 1 is next; null for an entry that has ended */
  place: countShape.nullable(),
  /** the children who wait before this one, and would be passed over by an offer */
  passes: countShape,
  /** the end of the offer, or of the pause; null without one */
  until: instantShape.nullable(),
  was_prolonged: z.boolean(),
  ended_at: instantShape.nullable(),
  why_ended: z.enum(CLOSED_REASONS).nullable(),
});
export type WaitingChild = z.output<typeof waitingChildShape>;

export const listWaitingChildren = listEndpoint({
  name: 'listWaitingChildren',
  summary: 'A page of the children on waiting lists, route by route in their order (OF6.1)',
  path: '/admin/waiting',
  right: 'families',
  isOfPeople: true,
  row: waitingChildShape,
  sorts: { place: { keys: ['number', 'number'] }, since: { keys: ['number'] } },
  filters: {
    search: searchText,
    season: seasons(),
    school: names(),
    line: ids(),
    state: choices(WAITING_STATES),
  },
  /** the end of an offer that is made now */
  more: { offer_ends_at: instantShape },
});
export type WaitingSort = keyof typeof listWaitingChildren.sorts;
export type WaitingPage = z.output<typeof listWaitingChildren.item>;

const waitingActShape = z.object({
  id: idShape,
  at: instantShape,
  staff: z.string().nullable(),
  action: z.string(),
  student: z.object({ id: idShape, name: z.string() }),
  route: z.object({ id: idShape, name: z.string() }),
  /** children passed over by an offer out of turn */
  passed: countShape.nullable(),
  hours: countShape.nullable(),
  is_beyond_limit: z.boolean(),
  reason: z.string().nullable(),
});
export type WaitingAct = z.output<typeof waitingActShape>;

export const listWaitingActs = listEndpoint({
  name: 'listWaitingActs',
  summary: 'What staff did on the waiting list of a route, or for a child, newest first (OF6.2)',
  path: '/admin/waiting/history',
  right: 'families',
  isOfPeople: true,
  row: waitingActShape,
  sorts: { newest: { keys: ['number'] } },
  /** an id each, at least one of them */
  filters: { route: searchText, student: searchText },
});

const acting = {
  guard: { right: 'waiting_write' },
  impersonation: 'refused',
  headers: keyHeaders,
  item: waitingChildShape,
} as const;

const actingRefusals = [
  seatRefusals.waiting_not_found,
  seatRefusals.waiting_ended,
  accountRefusals.own_order,
  accountRefusals.refused_while_impersonating,
  onceRefusals.once_key_reused,
] as const;

const offeringRefusals = [
  seatRefusals.waiting_offered,
  seatRefusals.waiting_not_sold,
  seatRefusals.no_seat_free,
  seatRefusals.waiting_paused,
  seatRefusals.offer_not_taken,
  seatRefusals.reason_needed,
] as const;

export const offerWaiting = endpoint({
  ...acting,
  name: 'offerWaiting',
  summary: 'Offer a free seat for a day to a waiting child, the next or one out of turn (OF6.2)',
  method: 'POST',
  path: '/admin/waiting/:id/offer',
  audits: ['waiting.offer'],
  params: byId,
  body: offerShape,
  refusals: [...actingRefusals, ...offeringRefusals],
});

export const prolongWaitingOffer = endpoint({
  ...acting,
  name: 'prolongWaitingOffer',
  summary: 'Prolong an offer by up to 48 hours, once (OF6.3)',
  method: 'POST',
  path: '/admin/waiting/:id/prolong',
  audits: ['waiting.prolong'],
  params: byId,
  body: prolongShape,
  refusals: [...actingRefusals, seatRefusals.waiting_not_offered, seatRefusals.offer_prolonged],
});

export const takeWaitingOfferBack = endpoint({
  ...acting,
  name: 'takeWaitingOfferBack',
  summary: 'Take an offer back; the seat goes to the next child, or to a named one (OF6.3)',
  method: 'POST',
  path: '/admin/waiting/:id/take-back',
  audits: ['waiting.take_back'],
  params: byId,
  body: takeBackShape,
  refusals: [...actingRefusals, seatRefusals.waiting_not_offered, ...offeringRefusals],
});

export const removeWaiting = endpoint({
  ...acting,
  name: 'removeWaiting',
  summary: 'Remove a child from a waiting list, and mail the family (OF6.3)',
  method: 'DELETE',
  path: '/admin/waiting/:id',
  audits: ['waiting.remove'],
  params: byId,
  body: reasonShape,
  refusals: [...actingRefusals],
});

export const addWaiting = endpoint({
  ...acting,
  name: 'addWaiting',
  summary: 'Put a child on the waiting list of a full route, for a family on the phone (OF6.3)',
  method: 'POST',
  path: '/admin/waiting',
  audits: ['waiting.add'],
  body: addToListShape,
  refusals: [
    studentRefusals.student_not_found,
    seatRefusals.route_not_found,
    seatRefusals.route_not_full,
    seatRefusals.has_contract,
    seatRefusals.beyond_limit,
    accountRefusals.own_order,
    accountRefusals.refused_while_impersonating,
    onceRefusals.once_key_reused,
  ],
});
