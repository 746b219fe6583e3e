import { z } from 'zod';
import { HOUR_MS } from '#kit/durations.ts';
import { safeLocalStorage, type SafeStorage } from '#app/api/storage.ts';
import type { Draft } from '#app/routes/contract/wizard/draft.ts';

// Local storage survives closing the tab.
const KEY = 'checkout_attempt';

const openAttemptShape = z.object({
  key: z.string(),
  user_id: z.number(),
  school: z.string(),
  student_id: z.number(),
  route_id: z.number(),
  sent_at: z.number(),
});

/** A sent order with an unknown outcome: only ids, no typed text. */
export type OpenAttempt = z.output<typeof openAttemptShape>;

export function rememberAttempt(attempt: OpenAttempt, storage: SafeStorage = safeLocalStorage): void {
  storage.setItem(KEY, JSON.stringify(attempt));
}

function readAttempt(storage: SafeStorage): OpenAttempt | undefined {
  try {
    return openAttemptShape.parse(JSON.parse(storage.getItem(KEY) ?? ''));
  } catch {
    return undefined;
  }
}

/** A later attempt of another tab stays. */
export function forgetAttempt(key: string, storage: SafeStorage = safeLocalStorage): void {
  if (readAttempt(storage)?.key === key) storage.removeItem(KEY);
}

type Payer = Pick<OpenAttempt, 'user_id' | 'school'>;

/**
 * The attempt of this person at this school. After an hour the outcome was mailed or is on the page Orders,
 * and an opened wizard is for another purchase.
 */
export function findAttempt(
  { user_id, school }: Payer,
  now: number,
  storage: SafeStorage = safeLocalStorage,
): OpenAttempt | undefined {
  const attempt = readAttempt(storage);
  const isOurs = attempt?.user_id === user_id && attempt.school === school;
  return isOurs && now - attempt.sent_at < HOUR_MS ? attempt : undefined;
}

/** A newly opened tab, or a browser without a stored draft. */
export const isBlank = ({ student }: Draft): boolean => student.id === null && student.first_name === '';

/** An unnamed place in the draft matches any purchase. */
export function isOfDraft(draft: Draft, place: Pick<OpenAttempt, 'student_id' | 'route_id'>): boolean {
  const isSame = draft.student.id === place.student_id && draft.program.route === place.route_id;
  return isSame || isBlank(draft);
}
