import type { NextAttempt } from '#platform/payments/gateway.ts';
import { addBusinessDays } from '#kit/business-days.ts';
import { addDays, addMonthsClamped, plainDate, type PlainDate } from '#kit/plain-date.ts';

export type Ending = {
  ended: 'declined' | 'not_found' | 'returned';
  /** null for a charge lost on the way */
  code: string | null;
  next: NextAttempt | null;
};

export type FailedAttempt = Ending & {
  kind: 'card' | 'bank';
  /** of the same sort, for this payment and method, this attempt included */
  attempts: number;
  tried_on: PlainDate;
  heard_on: PlainDate;
};

const CARD_GAPS_DAYS = [3, 5, 7];
const BANK_RETRIES = 2;
const BANK_WAIT_DAYS = 5;

const WITHOUT_FUNDS = ['R01', 'R09'];

/** The issuer's advice decides about a refusal, the code about a return (M7). */
export function isWorthRepeating({ ended, code, next }: Ending): boolean {
  if (ended === 'not_found' || isOurMistake({ code })) return true;
  return ended === 'returned' ? WITHOUT_FUNDS.includes(code ?? '') : next === 'later';
}

/** Attempts failed by the company itself: no bank judged the method. */
export const OUR_MISTAKES: readonly string[] = [
  'refused_request',
  'account_refused',
  'company_limit',
  'not_sent',
];

export const isOurMistake = ({ code }: { code: string | null }): boolean =>
  code !== null && OUR_MISTAKES.includes(code);

const NEVER_AUTHORIZED = ['R05', 'R07', 'R10', 'R29'];

/** Source: reliability 3.2 */
export function isRevocation({ ended, code }: Pick<Ending, 'ended' | 'code'>): boolean {
  return ended === 'returned' && NEVER_AUTHORIZED.includes(code ?? '');
}

/**
 * @returns never a day before `heard_on`; null when the payment waits for the family and the order is past
 *   due (M7)
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

export type Tried = {
  state: string;
  code: string | null;
  next: NextAttempt | null;
  kind: 'card' | 'bank' | null;
};

/** The network counts returned debits, and debits refused at once (reliability 3.2). */
export const isDebit = ({ state, kind, code }: Pick<Tried, 'state' | 'kind' | 'code'>): boolean =>
  !isOurMistake({ code }) && (state === 'returned' || (state === 'declined' && kind === 'bank'));

const isRepeatable = ({ state, ...tried }: Tried) =>
  isWorthRepeating({ ...tried, ended: state as Ending['ended'] });

/**
 * Not after a final refusal by the bank, and not beyond the three debits of the network (M7, reliability
 * 3.2).
 */
export function mayDebitAgain(pastAttempts: readonly Tried[]): boolean {
  const debits = pastAttempts.filter(isDebit);
  return debits.length <= BANK_RETRIES && debits.every(isRepeatable);
}

const CONFIRMATIONS_A_DAY = 3;

export const isForPayer = ({ state, code, next }: Pick<Tried, 'state' | 'code' | 'next'>): boolean =>
  state === 'declined' && code === 'authentication_required' && next !== 'never';

/** Even a card with a confirmation missing may be tried, at most three times a day (M7, S22). */
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
 * As often as the portal would automatically, never after a final refusal by a bank or a card.
 * @param pastAttempts  the attempts of this payment with this method
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
