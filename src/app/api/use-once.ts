import { useRef } from 'react';
import { ApiError } from './api-error.ts';

/** One click with all repetitions after lost answers. */
export type Attempt = { readonly key: string; readonly body: string };

/**
 * An open attempt with the same body keeps the key, so the server returns the first result and charges once
 * (O3).
 */
export function attemptFor(open: Attempt | null, body: object, makeKey: () => string = newKey): Attempt {
  const text = JSON.stringify(body);
  return open?.body === text ? open : { key: makeKey(), body: text };
}

/**
 * After a refusal the next attempt is new; after a lost answer the next attempt must find the same charge.
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

/** @param isUnsent  no request under this key was sent before */
type Send<T> = (headers: Headers, isUnsent: boolean) => Promise<T>;

/**
 * Repeats an unanswered body under the same key, so the server counts one request.
 *
 *     const once = useOnce();
 *     await once(body, (headers) => callForOne(createStudent, { headers, body }));
 */
export function useOnce(): <T>(body: object, send: Send<T>) => Promise<T> {
  const open = useRef<Attempt | null>(null);
  return async (body, send) => {
    const last = open.current;
    open.current = attemptFor(last, body);
    try {
      const answer = await send({ 'idempotency-key': open.current.key }, open.current !== last);
      open.current = null;
      return answer;
    } catch (error) {
      if (isOutcomeKnown(error)) open.current = null;
      throw error;
    }
  };
}
