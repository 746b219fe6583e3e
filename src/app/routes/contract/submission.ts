import { ApiError } from '../../api/api-error.ts';
import type { OrderBody } from './order-body.ts';

/** One pressing of Confirm and everything that is sent again because no answer came. */
export type Attempt = { readonly key: string; readonly body: string };

/**
 * The attempt for this body: the last one when it is still open and asks for the same, else a new one.
 * The same key makes the server answer the first result instead of charging again (O3).
 */
export function attemptFor(open: Attempt | null, body: OrderBody, newKey: () => string): Attempt {
  const text = JSON.stringify(body);
  return open?.body === text ? open : { key: newKey(), body: text };
}

/**
 * Whether the outcome is known after an error. A refusal is known and the next try is a new one; a lost
 * answer or a failing server is not, and trying again must find the same charge.
 */
export function isOutcomeKnown(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500;
}
