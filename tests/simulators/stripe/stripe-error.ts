import type { Stripe } from 'stripe';

/** An answer of Stripe's that is an error, with its HTTP status. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly error: Partial<Stripe.StripeRawError>;

  constructor(status: number, error: Partial<Stripe.StripeRawError>) {
    super(error.message ?? error.code);
    this.status = status;
    this.error = error;
  }
}

type Refused = { code?: string; param?: string; message: string };

/** 400: nothing was done, the caller made a mistake. */
export const invalid = (refused: Refused & Partial<Stripe.StripeRawError>): StripeRefusal =>
  new StripeRefusal(400, { type: 'invalid_request_error', ...refused });

/** 404 for an id in the path, 400 for one in a parameter. */
export const missing = (kind: string, id: string, param?: string): StripeRefusal =>
  new StripeRefusal(param ? 400 : 404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param: param ?? 'id',
  });

/** 402: the card or the bank said no. */
export const refusedByBank = (error: Partial<Stripe.StripeRawError>): StripeRefusal =>
  new StripeRefusal(402, { type: 'card_error', ...error });
