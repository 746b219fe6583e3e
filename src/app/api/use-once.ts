import { useRef } from 'react';
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

type Headers = { 'idempotency-key': string };

/**
 * Sends a body so that it counts once: while no answer is known, the same body goes out under the same key
 * again, and finds what the first try made.
 *
 *     const once = useOnce();
 *     await once(body, (headers) => callForOne(createStudent, { headers, body }));
 */
export function useOnce(): <T>(body: object, send: (headers: Headers) => Promise<T>) => Promise<T> {
  const open = useRef<Attempt | null>(null);
  return async (body, send) => {
    open.current = attemptFor(open.current, body);
    try {
      const answer = await send({ 'idempotency-key': open.current.key });
      open.current = null;
      return answer;
    } catch (error) {
      if (isOutcomeKnown(error)) open.current = null;
      throw error;
    }
  };
}
