import { m } from '#i18n/messages.js';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/** A wait in words, rounded up: the next attempt is not too early. */
export function waitText(seconds: number): string {
  if (seconds <= 5) return m.server_wait_moment();
  if (seconds < MINUTE_S) return m.server_wait_seconds({ n: seconds });
  const n = Math.ceil(seconds / MINUTE_S);
  if (n === 1) return m.server_wait_minute();
  return seconds > HOUR_S - MINUTE_S ? m.server_wait_hour() : m.server_wait_minutes({ n });
}

/** The sentence of every 429, with the wait of the header. */
export const tooManyText = (waiting?: { retry_after_s: number }): string =>
  m.server_too_many_attempts({ wait: waitText(waiting?.retry_after_s ?? MINUTE_S) });
