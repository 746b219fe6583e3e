import { useRef } from 'react';
import { attemptFor, isOutcomeKnown, type Attempt } from './attempt.ts';

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
