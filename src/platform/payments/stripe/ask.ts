import { setTimeout as wait } from 'node:timers/promises';
import type { Stripe } from 'stripe';
import type { ProcessorReason } from '#kit/processor-reason.ts';
import { hideCardNumbers } from '#platform/log/hide-card-numbers.ts';
import type { Log } from '#platform/log/log.ts';
import type { Unanswered as NoAnswer } from '#platform/payments/gateway.ts';
import { ProcessorError } from '#platform/payments/processor-error.ts';
import type { KeepPlace } from './limiter.ts';
import type { Said } from './words.ts';

/* A question to Stripe ends in an answer, an explicit refusal (`Refused`), or neither (`Unanswered`). */

/** An account at Stripe. `portal` is a random id of the portal, in the metadata of all our charges. */
export type Account = {
  readonly stripe: Stripe;
  readonly isLive: boolean;
  readonly portal: string;
  readonly log: Log;
  readonly keepPlace: KeepPlace;
  readonly pausesMs: readonly number[];
  /** while false, nothing but the identity of the account may be asked */
  readonly isOpen: () => boolean;
  readonly onOtherMode: () => void;
  readonly onKeyRefused: () => void;
};

/** Neither yes nor no: the call may have been executed. */
export class Unanswered extends ProcessorError {
  readonly why: 'key_spent' | 'account_refused' | 'too_many' | undefined;

  /**
   * @param why  the key was used with another call before; Stripe refuses our account; or too many requests
   */
  constructor(cause: string, reason: Partial<ProcessorReason> = {}, why?: Unanswered['why']) {
    super(cause, { message: cause, code: null, request_id: null, ...reason });
    this.why = why;
  }
}

/** Stripe has not executed the call. */
export class Refused extends ProcessorError {
  readonly status: 400 | 402 | 404;
  readonly said: Said;
  readonly intent: unknown;

  constructor(status: 400 | 402 | 404, said: Said & { payment_intent?: unknown }, reason: ProcessorReason) {
    super(said.code ?? `refused with ${status}`, reason);
    this.status = status;
    this.said = said;
    this.intent = said.payment_intent;
  }
}

/** Stripe promises no form of an id: an answer is known by the object and by the questions (MS7). */
export type Expected = {
  object: string;
  /** the asked object; without an id, a new object or a list */
  id?: string;
  fields?: Readonly<Record<string, unknown>>;
  metadata?: Readonly<Record<string, string>>;
};

/** Objects without `id`. */
const WITHOUT_ID = new Set(['balance']);

/** Objects without `livemode`. */
const WITHOUT_MODE = new Set(['account', 'refund', 'balance_transaction']);

/** @throws Unanswered  @throws Refused */
export async function ask<T>(account: Account, call: () => Promise<T>, expected: Expected): Promise<T> {
  refuseClosed(account);
  return askAnyway(account, call, expected);
}

/** Asks even while the account is closed, for the identity. @throws Unanswered @throws Refused */
export async function askAnyway<T>(account: Account, call: () => Promise<T>, expected: Expected): Promise<T> {
  const answer = await asked(account, call);
  return believed(account, answer, expected);
}

/**
 * @param within  the whole answer, if the object is a part
 * @throws Unanswered when the answer does not fit the question
 */
export function believed<T>(account: Account, answer: T, expected: Expected, within: unknown = answer): T {
  const misfit = misfitOf(account, answer, expected);
  if (misfit === 'livemode') account.onOtherMode();
  if (misfit) throw odd(account, `${expected.object}: ${misfit} is not what was asked for`, within);
  return answer;
}

export function misfitOf(
  { isLive }: Pick<Account, 'isLive'>,
  answer: unknown,
  expected: Expected,
): string | undefined {
  if (typeof answer !== 'object' || answer === null) return 'the answer';
  const { object, id, livemode, metadata, ...fields } = answer as Record<string, unknown>;
  if (object !== expected.object) return 'object';
  const isNamed = typeof id === 'string' && id !== '' && (expected.id === undefined || id === expected.id);
  if (!isNamed && !WITHOUT_ID.has(expected.object)) return 'id';
  const isModeless = livemode === undefined && WITHOUT_MODE.has(expected.object);
  if (!isModeless && livemode !== isLive) return 'livemode';
  const told = (metadata ?? {}) as Record<string, unknown>;
  return (
    Object.entries(expected.fields ?? {}).find(([name, value]) => fields[name] !== value)?.[0] ??
    Object.entries(expected.metadata ?? {}).find(([name, value]) => told[name] !== value)?.[0]
  );
}

type Page<T> = { object: string; data: T[]; has_more: boolean };

export async function* askForAll<T extends { id: string }>(
  account: Account,
  page: (from: { limit: 100; starting_after?: string }) => Promise<Page<T>>,
  expected: Expected,
): AsyncGenerator<T> {
  refuseClosed(account);
  for (let last: string | undefined; ;) {
    const from = last === undefined ? {} : { starting_after: last };
    const call = () => page({ limit: 100, ...from });
    const answer = await askedForPage(account, call);
    const { object, data, has_more } = answer ?? {};
    const isPage = object === 'list' && Array.isArray(data) && typeof has_more === 'boolean';
    if (!isPage || (has_more && data.length === 0)) throw odd(account, `${expected.object}: no list`, answer);
    for (const one of data) yield believed(account, one, expected, answer);
    if (!has_more) return;
    last = data.at(-1)!.id;
  }
}

/** A list may have hundreds of pages, and reading has no effect. */
async function askedForPage<T>(account: Account, call: () => Promise<T>): Promise<T> {
  for (let nth = 0; ; nth += 1) {
    try {
      return await asked(account, call);
    } catch (error) {
      const pause = account.pausesMs[nth];
      if (!(error instanceof Unanswered && error.why === 'too_many') || pause === undefined) throw error;
      await wait(pause);
    }
  }
}

/** Another account knows none of our charges: each charge would look as if never made. */
function refuseClosed({ isOpen }: Account): void {
  if (!isOpen()) throw new Unanswered('payments are closed');
}

async function asked<T>({ log, onKeyRefused }: Account, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const { statusCode, rawType, raw } = error as Stripe.errors.StripeError;
    const reason = reasonIn(error as Stripe.errors.StripeError);
    // A rate limit and an unknown key have the same type as a mistake, with another status.
    const isError = rawType === 'card_error' || rawType === 'invalid_request_error';
    // For a debit stopped by Stripe itself, the documentation of Stripe names the status and no type. With an
    // intent, any type is a refusal (MS6); the charge checks the intent.
    if (statusCode === 402 && (isError || hasIntent(raw))) throw new Refused(402, raw as Said, reason);
    if ((statusCode === 400 || statusCode === 404) && rawType === 'invalid_request_error')
      throw new Refused(statusCode, raw as Said, reason);
    log.warn({ status: statusCode, type: rawType, ...reason }, 'Stripe gave no answer');
    const cause = `no answer of Stripe: ${statusCode ?? 'the line'} ${rawType ?? ''}`.trim();
    // While the first call with a key is still running, the type is the same, with status 409.
    if (statusCode === 400 && rawType === 'idempotency_error')
      throw new Unanswered(cause, reason, 'key_spent');
    if (statusCode === 429) throw new Unanswered(cause, reason, 'too_many');
    // Stripe checks the account before the key of the call: an earlier call with a lost answer may have been
    // executed.
    const isRefused = (statusCode === 401 || statusCode === 403) && rawType === 'invalid_request_error';
    if (isRefused && statusCode === 401) onKeyRefused();
    throw new Unanswered(cause, reason, isRefused ? 'account_refused' : undefined);
  }
}

const hasIntent = (raw: unknown): boolean =>
  typeof (raw as { payment_intent?: unknown } | undefined)?.payment_intent === 'object';

/** A message of Stripe may repeat an email address of the request. */
function reasonIn({ message, raw, requestId }: Stripe.errors.StripeError): ProcessorReason {
  const { message: said, code } = (raw ?? {}) as Stripe.StripeRawError;
  const text = hideCardNumbers((said ?? message).slice(0, LONGEST_MESSAGE));
  return {
    message: text.replaceAll(/\S+@\S+/g, '(address)'),
    code: code ?? null,
    request_id: requestId ?? null,
  };
}

const LONGEST_MESSAGE = 400;

/** @param answer  the answer as the SDK gave it, with the id of the request */
export function odd({ log }: Account, cause: string, answer?: unknown): Unanswered {
  const { lastResponse } = (answer ?? {}) as { lastResponse?: { requestId?: string } };
  const request_id = lastResponse?.requestId ?? null;
  log.error({ cause, request_id }, 'An answer of Stripe cannot be believed');
  return new Unanswered(cause, { request_id });
}

export async function orUnknown<T>(call: () => Promise<T>): Promise<T | NoAnswer> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error;
    return {
      k: 'unknown',
      cause: error.message,
      reason: error.reason,
      ...(error.why === 'key_spent' && { is_key_spent: true }),
      ...(error.why === 'account_refused' && { is_account_refused: true }),
    };
  }
}

export async function orAbsent<T>(call: () => Promise<T>): Promise<T | 'absent'> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Refused && error.status === 404 && error.said.code === 'resource_missing')
      return 'absent';
    throw error;
  }
}

/** Null for an object of another portal. */
export function oursOf({ portal }: Account, metadata: Stripe.Metadata | null, name: string): number | null {
  const id = Number(metadata?.[name]);
  return metadata?.portal === portal && Number.isSafeInteger(id) ? id : null;
}
