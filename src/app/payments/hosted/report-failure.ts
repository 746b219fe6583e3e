import type { StripeError } from '@stripe/stripe-js';
import type { Sent } from '#kit/endpoint/endpoint.ts';
import { reportFieldsError } from '#modules/billing/methods/entries/fields-errors.contract.ts';
import { callForOne } from '#app/api/client.ts';

type Kind = Sent<typeof reportFieldsError>['body']['kind'];

/** The server counts reports; a lost report is no error for the family. */
export function reportFailure(kind: Kind, { type, code = 'none' }: Pick<StripeError, 'type' | 'code'>): void {
  void callForOne(reportFieldsError, { body: { kind, type, code } }).catch(() => undefined);
}
