import type { NextAttempt } from '#platform/payments/gateway.ts';
import { addBusinessDays } from '#kit/business-days.ts';
import { addDays, addMonthsClamped, plainDate, type PlainDate } from '#kit/plain-date.ts';

/** Why a try came to nothing. */
export type Ending = {
  ended: 'declined' | 'not_found' | 'returned';
  /** the processor's reason or the bank's return code; null for a charge that never arrived */
  code: string | null;
  /** what the processor advises after a refusal; null for a charge that never arrived */
  next: NextAttempt | null;
};

/** One try that came to nothing. */
export type FailedAttempt = Ending & {
  kind: 'card' | 'bank';
  /** tries of this payment with this method that could be repeated, this one included */
  attempts: number;
  tried_on: PlainDate;
  /** the day on which the portal hears of it */
  heard_on: PlainDate;
};

const CARD_GAPS_DAYS = [3, 5, 7];
const BANK_RETRIES = 2;
const BANK_WAIT_DAYS = 5;

const WITHOUT_FUNDS = ['R01', 'R09'];

/**
 * Whether the same method may do better another day; if not, only the family can help. Of a refusal the
 * advice of its issuer decides, of a return its code.
 * Source: M7
 */
export function isWorthRepeating({ ended, code, next }: Ending): boolean {
  if (ended === 'not_found' || isOurMistake({ code })) return true;
  return ended === 'returned' ? WITHOUT_FUNDS.includes(code ?? '') : next === 'later';
}

/**
 * Codes of tries that are nobody's but ours: the processor would not take the request or our key, the company
 * had reached its limit, or it was withdrawn before it was sent. No bank has said anything of the method.
 */
export const OUR_MISTAKES: readonly string[] = [
  'refused_request',
  'account_refused',
  'company_limit',
  'not_sent',
];

export const isOurMistake = ({ code }: { code: string | null }): boolean =>
  code !== null && OUR_MISTAKES.includes(code);

const NEVER_AUTHORIZED = ['R05', 'R07', 'R10', 'R29'];

/**
 * Whether the account's holder says through the bank that it was never, or is no longer, to be debited.
 * Source: reliability 3.2
 */
export function isRevocation({ ended, code }: Pick<Ending, 'ended' | 'code'>): boolean {
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
  if (isDebit({ ...failed, state: failed.ended })) return afterDebit(failed);
  const gap = CARD_GAPS_DAYS[failed.attempts - 1];
  if (gap === undefined) return null;
  const day = addDays(failed.tried_on, gap);
  return day < failed.heard_on ? failed.heard_on : day;
}

function afterDebit({ attempts, heard_on }: FailedAttempt): PlainDate | null {
  if (attempts > BANK_RETRIES) return null;
  return attempts === 1 ? addBusinessDays(heard_on, BANK_WAIT_DAYS) : nextFirstOrFifteenth(heard_on);
}

/** Wages are paid on these days. */
function nextFirstOrFifteenth(day: PlainDate): PlainDate {
  const month = day.slice(0, 7);
  return day < `${month}-15` ? plainDate(`${month}-15`) : addMonthsClamped(plainDate(`${month}-01`), 1);
}

/** A try as the books have it; `kind` is null where the request did not say what it charges. */
export type Tried = {
  state: string;
  code: string | null;
  next: NextAttempt | null;
  kind: 'card' | 'bank' | null;
};

/**
 * Whether a try was one of the debits that the network counts: one that came back, or that was refused at
 * once. Source: reliability 3.2
 */
export const isDebit = ({ state, kind, code }: Pick<Tried, 'state' | 'kind' | 'code'>): boolean =>
  !isOurMistake({ code }) && (state === 'returned' || (state === 'declined' && kind === 'bank'));

const isRepeatable = ({ state, ...tried }: Tried) =>
  isWorthRepeating({ ...tried, ended: state as Ending['ended'] });

/**
 * Whether a payment may be debited from an account again when the family makes it the default once more: not
 * when the bank has said no for good, nor beyond the three debits that the network allows.
 * Source: M7, reliability 3.2
 */
export function mayDebitAgain(pastAttempts: readonly Tried[]): boolean {
  const debits = pastAttempts.filter(isDebit);
  return debits.length <= BANK_RETRIES && debits.every(isRepeatable);
}

const CONFIRMATIONS_A_DAY = 3;

/** Its bank wanted the payer to confirm, which he can do at his screen. */
export const isForPayer = ({ state, code, next }: Pick<Tried, 'state' | 'code' | 'next'>): boolean =>
  state === 'declined' && code === 'authentication_required' && next !== 'never';

/**
 * Whether its family may charge a payment to a method at its screen: a card whose bank wants the payer to
 * confirm too, of which three tries a day may come to nothing.
 * @param isToday  whether a try was made today
 * Source: M7, S22
 */
export function mayRetryAtScreen<T extends Tried & { is_by_family: boolean }>(
  pastAttempts: readonly T[],
  isToday: (attempt: T) => boolean,
): boolean {
  const unconfirmed = pastAttempts.filter((each) => isForPayer(each) && each.is_by_family && isToday(each));
  return (
    unconfirmed.length < CONFIRMATIONS_A_DAY && mayRetry(pastAttempts.filter((each) => !isForPayer(each)))
  );
}

/**
 * Whether a payment may be charged to a method once more by staff's hand or on a day that staff have set: as
 * often as the portal would try by itself, never against a bank's or a card's last word.
 * @param tried  the tries of this payment with this method
 * Source: M7, reliability 3.3
 */
export function mayRetry(pastAttempts: readonly Tried[]): boolean {
  const refused = pastAttempts.filter(
    (each) => (each.state === 'declined' || each.state === 'not_found') && !isOurMistake(each),
  );
  const isEnough = refused.length > CARD_GAPS_DAYS.length;
  const isFinal = !refused.every(isRepeatable);
  return !isEnough && !isFinal && mayDebitAgain(pastAttempts);
}
