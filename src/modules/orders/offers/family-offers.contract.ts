import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { byId, idShape, onceHeaders } from '#kit/endpoint/wire.ts';
import { optionalText } from '#kit/rules/fields.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { tokenShape, typedOrEntered } from '#modules/billing/methods/methods.contract.ts';
import { bankMethodShape } from '#modules/billing/methods/methods.shapes.ts';
import { paymentChoiceShape, placeOrder, placeOrderShape } from '#modules/orders/orders.contract.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { offerShape } from './offers.contract.ts';

export const listFamilyOffers = endpoint({
  name: 'listFamilyOffers',
  summary: 'The offers to the family, newest first, or one of them (OF3.6)',
  method: 'GET',
  path: '/offers/:id?',
  guard: 'account',
  params: z.object({ id: idShape.optional() }),
  item: offerShape,
  refusals: [orderRefusals.offer_not_found],
});

export const acceptOffer = endpoint({
  name: 'acceptOffer',
  summary:
    'Sign the contract of an offer at its price and pay what is due today; exactly once for each ' +
    'Idempotency-Key. With a check or cash to come, nothing is charged (OF3.6, OF3.7)',
  method: 'POST',
  path: '/offers/:id/accept',
  guard: 'account',
  // The family's own login alone: staff have made the offer.
  impersonation: 'refused',
  params: byId,
  headers: onceHeaders,
  body: placeOrderShape.pick({ user: true, acceptances: true }).extend({
    payment: paymentChoiceShape
      .extend({ ach: typedOrEntered(bankMethodShape, tokenShape).nullish() })
      .default({}),
  }),
  item: offerShape,
  refusals: [...placeOrder.refusals, orderRefusals.offer_not_found, orderRefusals.offer_not_open],
  secrets: placeOrder.secrets,
});

export const declineOffer = endpoint({
  name: 'declineOffer',
  summary: 'Decline an offer: the seat is free at once (OF3.6)',
  method: 'POST',
  path: '/offers/:id/decline',
  guard: 'account',
  impersonation: 'refused',
  params: byId,
  body: z.object({ reason: optionalText(500) }),
  item: offerShape,
  refusals: [
    orderRefusals.offer_not_found,
    orderRefusals.offer_not_open,
    accountRefusals.refused_while_impersonating,
  ],
});
