import { z } from 'zod';
import { HOUR_MS } from '#kit/durations.ts';
import { safeLocalStorage, type SafeStorage } from '#app/api/storage.ts';
import type { Draft } from '#app/routes/contract/wizard/draft.ts';

// Local storage, so that a tab that was closed and opened again finds it too.
const KEY = 'checkout_attempt';

const openAttemptShape = z.object({
  /** the Idempotency-Key under which the order was sent */
  key: z.string(),
  user_id: z.number(),
  school: z.string(),
  student_id: z.number(),
  route_id: z.number(),
  sent_at: z.number(),
});

/** An order that was sent and whose outcome this browser does not know: ids only, nothing that was typed. */
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

/** Another tab's attempt, sent since, stays. */
export function forgetAttempt(key: string, storage: SafeStorage = safeLocalStorage): void {
  if (readAttempt(storage)?.key === key) storage.removeItem(KEY);
}

type Payer = Pick<OpenAttempt, 'user_id' | 'school'>;

/**
 * The attempt of this person at this school. After an hour its outcome has been mailed or stands under
 * Orders as being confirmed, and a wizard that is opened then is opened for something else.
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

/** Nothing is filled in: a tab that was opened anew, or a browser that keeps no draft. */
export const isBlank = ({ student }: Draft): boolean => student.id === null && student.first_name === '';

/** Whether a purchase of this student on this route is the one of the draft, or the draft names none yet. */
export function isOfDraft(draft: Draft, place: Pick<OpenAttempt, 'student_id' | 'route_id'>): boolean {
  const isSame = draft.student.id === place.student_id && draft.program.route === place.route_id;
  return isSame || isBlank(draft);
}
