import { randomUUID } from 'node:crypto';
import { aCard, aContract } from '#tests/support/app/season-app.ts';
import { callEndpoint } from './call-endpoint.ts';
import type { PlayerFamily, Players } from './players.ts';
import { NOBODYS, type CallSample, type IdKind } from './sample.ts';

export const OFFER_SELECTION_IDS: Record<string, IdKind> = {
  'body.user_id': 'staff',
  'body.contract.student_id': 'staff',
  'body.contract.program_id': 'everyone',
  'body.contract.route_id': 'everyone',
  'body.contract.payment_term_id': 'everyone',
  'body.contract.payment_term_type_id': 'everyone',
  'body.contract.addon_ids': 'everyone',
  'body.contract.product_id': 'everyone',
  'body.contract.grade_id': 'everyone',
  'body.contract.route_discounts.id': 'everyone',
  'body.contract.route_discounts.contract_number': 'contract_number',
  'body.staff_discount_id': 'everyone',
  'body.payment_method_id': 'staff',
  'body.replaces_id': 'staff',
};

const selectionFor = async (family: PlayerFamily, { offer }: Players) => ({
  user_id: family.user_id,
  contract: aContract({ student_id: await family.aStudent() }, offer, 'HML-RT-S2'),
});

/** A child each time, so the offer is beyond the family's limit of seats. */
export async function offerRequestFor(family: PlayerFamily, cast: Players): Promise<any> {
  const body = await selectionFor(family, cast);
  const { items } = await cast.staff.call('POST', '/admin/offers/preview', body);
  const beyond_limit = 'A family of many children';
  return { ...body, pay_by: 'family', beyond_limit, quote_hash: items[0]?.quote.quote_hash ?? 'none' };
}

/** Staff without the second factor that they need make none. */
async function anOfferTo(family: PlayerFamily, cast: Players, changes: object = {}): Promise<any> {
  const body = { ...(await offerRequestFor(family, cast)), ...changes };
  const { items } = await cast.staff.call('POST', '/admin/offers', body);
  return items[0] ?? { id: NOBODYS, texts: [] };
}

const acceptanceOf = ({ texts }: any) =>
  texts.map(({ kind, text_hash }: any) => ({ kind, text_hash })).filter(({ kind }: any) => kind !== 'ach');

/** An order that waits for the check of its offer. */
async function anAwaitedCheck(family: PlayerFamily, cast: Players): Promise<any> {
  const made = await anOfferTo(family, cast, { pay_by: 'check' });
  const definition = cast.shop.app.endpoints.find(({ name }) => name === 'acceptOffer')!;
  const sent = { params: { id: made.id }, body: { acceptances: acceptanceOf(made) } };
  const answer = await callEndpoint(cast.shop.app, definition, sent, family.tokens.access_token);
  return answer.json().items?.[0] ?? { order_id: NOBODYS };
}

/** The calls about offers that staff make for a family. */
export const offerSamples: Record<string, CallSample> = {
  listOffers: {
    impersonator: 403,
    send: () => ({}),
  },
  previewOffer: {
    impersonator: 403,
    send: async (family, cast) => ({ body: await selectionFor(family, cast) }),
    ids: OFFER_SELECTION_IDS,
  },
  makeOffer: {
    impersonator: 403,
    send: async (family, cast) => ({
      headers: { 'idempotency-key': randomUUID() },
      body: await offerRequestFor(family, cast),
    }),
    ids: OFFER_SELECTION_IDS,
  },
  readOffer: {
    impersonator: 403,
    send: async (family, cast) => ({ params: { id: (await anOfferTo(family, cast)).id } }),
    ids: { 'params.id': 'staff' },
  },
  withdrawOffer: {
    impersonator: 403,
    send: async (family, cast) => ({
      params: { id: (await anOfferTo(family, cast)).id },
      body: { reason: 'The route has changed' },
    }),
    ids: { 'params.id': 'staff' },
  },
  resendOffer: {
    impersonator: 403,
    send: async (family, cast) => ({
      headers: { 'idempotency-key': randomUUID() },
      params: { id: (await anOfferTo(family, cast)).id },
    }),
    ids: { 'params.id': 'staff' },
  },
  receiveCheck: {
    impersonator: 403,
    send: async (family, cast) => {
      const { order_id, quote } = await anAwaitedCheck(family, cast);
      return {
        params: { id: order_id },
        body: {
          reference: '1042',
          received_on: cast.shop.context.clock.today(),
          amount_cents: quote?.by_payment_type.paymentTypeCheck.due_today_cents ?? 1,
        },
      };
    },
    ids: { 'params.id': 'staff' },
  },
  listFamilyOffers: {
    send: async (family, cast) => ({ params: { id: (await anOfferTo(family, cast)).id } }),
    ids: { 'params.id': 'offer' },
  },
  acceptOffer: {
    impersonator: 403,
    send: async (family, cast) => {
      const made = await anOfferTo(family, cast);
      return { params: { id: made.id }, body: { payment: aCard(), acceptances: acceptanceOf(made) } };
    },
    ids: { 'params.id': 'offer', 'body.payment.payment_method_id': 'payment_method' },
  },
  declineOffer: {
    impersonator: 403,
    send: async (family, cast) => ({
      params: { id: (await anOfferTo(family, cast)).id },
      body: { reason: 'We moved away' },
    }),
    ids: { 'params.id': 'offer' },
  },
};
