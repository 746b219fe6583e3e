import { ApiError } from './api-error.ts';

/** One press of a button that must count once, and everything that is sent again because no answer came. */
export type Attempt = { readonly key: string; readonly body: string };

/**
 * The attempt for this body: the last one when it is still open and asks for the same, else a new one.
 * The same key makes the server answer the first result instead of charging again (O3).
 */
export function attemptFor(open: Attempt | null, body: object, makeKey: () => string = newKey): Attempt {
  const text = JSON.stringify(body);
  return open?.body === text ? open : { key: makeKey(), body: text };
}

/**
 * Whether the outcome is known after an error. A refusal is known and the next try is a new one; a lost
 * answer or a failing server is not, and trying again must find the same charge.
 */
export function isOutcomeKnown(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500;
}

function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
