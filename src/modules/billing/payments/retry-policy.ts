import { addBusinessDays } from '#kit/business-days.ts';
import { addDays, addMonthsClamped, plainDate, type PlainDate } from '#kit/plain-date.ts';

/** One try that came to nothing. */
export type FailedAttempt = {
  ended: 'declined' | 'not_found' | 'returned';
  /** the processor's reason or the bank's return code; null for a charge that never arrived */
  code: string | null;
  /** tries of this payment with this method that could be repeated, this one included */
  attempts: number;
  tried_on: PlainDate;
  /** the day on which the portal hears of it */
  heard_on: PlainDate;
};

const CARD_GAPS_DAYS = [3, 5, 7];
const BANK_RETRIES = 2;
const BANK_WAIT_DAYS = 5;

const MAY_DO_BETTER = ['insufficient_funds', 'processing_error'];
const WITHOUT_FUNDS = ['R01', 'R09'];

/** Whether the same method may do better another day; if not, only the family can help. Source: M7 */
export function isWorthRepeating({ ended, code }: Pick<FailedAttempt, 'ended' | 'code'>): boolean {
  if (ended === 'not_found') return true;
  return (ended === 'returned' ? WITHOUT_FUNDS : MAY_DO_BETTER).includes(code ?? '');
}

const NEVER_AUTHORIZED = ['R05', 'R07', 'R10', 'R29'];

/**
 * Whether the account's holder says through the bank that it was never, or is no longer, to be debited.
 * Source: reliability 3.2
 */
export function isRevocation({ ended, code }: Pick<FailedAttempt, 'ended' | 'code'>): boolean {
  return ended === 'returned' && NEVER_AUTHORIZED.includes(code ?? '');
}

/**
 * The day on which a payment that failed is tried again with the same method.
 * @returns never a day before `heard_on`; null when the payment waits for the family and its order is past
 *   due
 * Source: M7
 */
export function nextRetryOn(failed: FailedAttempt): PlainDate | null {
  if (!isWorthRepeating(failed)) return null;
  if (failed.ended === 'returned') return afterReturn(failed);
  const gap = CARD_GAPS_DAYS[failed.attempts - 1];
  if (gap === undefined) return null;
  const day = addDays(failed.tried_on, gap);
  return day < failed.heard_on ? failed.heard_on : day;
}

function afterReturn({ attempts, heard_on }: FailedAttempt): PlainDate | null {
  if (attempts > BANK_RETRIES) return null;
  return attempts === 1 ? addBusinessDays(heard_on, BANK_WAIT_DAYS) : nextFirstOrFifteenth(heard_on);
}

/** Wages are paid on these days. */
function nextFirstOrFifteenth(day: PlainDate): PlainDate {
  const month = day.slice(0, 7);
  return day < `${month}-15` ? plainDate(`${month}-15`) : addMonthsClamped(plainDate(`${month}-01`), 1);
}

/**
 * Whether a payment may be debited from an account again when the family makes it the default once more: not
 * when the bank has said no for good, nor beyond the three debits that the network allows.
 * Source: M7, reliability 3.2
 */
export function mayDebitAgain(returns: readonly { code: string | null }[]): boolean {
  return (
    returns.length <= BANK_RETRIES &&
    returns.every(({ code }) => isWorthRepeating({ ended: 'returned', code }))
  );
}

/**
 * Whether a payment may be charged to a method once more by staff's hand or on a day that staff have set: as
 * often as the portal would try by itself, never against a bank's or a card's last word.
 * @param tried  the tries of this payment with this method
 * Source: M7, reliability 3.3
 */
export function mayRetry(pastAttempts: readonly { state: string; code: string | null }[]): boolean {
  const refused = pastAttempts.filter(({ state }) => state === 'declined' || state === 'not_found');
  const isEnough = refused.length > CARD_GAPS_DAYS.length;
  const isFinal = refused.some(
    ({ state, code }) => !isWorthRepeating({ ended: state === 'declined' ? 'declined' : 'not_found', code }),
  );
  return !isEnough && !isFinal && mayDebitAgain(pastAttempts.filter(({ state }) => state === 'returned'));
}
