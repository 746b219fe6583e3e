import { setTimeout as wait } from 'node:timers/promises';
import type { Stripe } from 'stripe';
import type { Log } from '#platform/log/log.ts';
import type { Unanswered as NoAnswer } from '#platform/payments/gateway.ts';
import type { KeepPlace } from './limiter.ts';
import type { Said } from './words.ts';

/* One question to Stripe: what comes back is the answer to it, Stripe's explicit no, or nothing at all. */

/** An account at Stripe, and the random id of the portal whose charges are told from others' by it. */
export type Account = {
  readonly stripe: Stripe;
  readonly isLive: boolean;
  readonly portal: string;
  readonly log: Log;
  readonly keepPlace: KeepPlace;
  /** after which a page of a list is asked for again that was one question too many */
  readonly pausesMs: readonly number[];
  /** whether it may be asked anything but who it is */
  readonly isOpen: () => boolean;
  /** told of an answer of the other mode: test where money is to move, or live where none is */
  readonly onOtherMode: () => void;
  /** told that Stripe does not know our key any more */
  readonly onKeyRefused: () => void;
};

/** Neither yes nor no: the call may have been executed. */
export class Unanswered extends Error {
  readonly why: 'key_spent' | 'account_refused' | 'too_many' | undefined;

  /** @param why  its key has come with another call before; Stripe does not let us ask it; or not now */
  constructor(cause: string, why?: Unanswered['why']) {
    super(cause);
    this.why = why;
  }
}

/** Stripe says that it has not done what it was asked. */
export class Refused extends Error {
  readonly status: 400 | 402 | 404;
  readonly said: Said;
  /** the payment intent that the refusal is about */
  readonly intent: unknown;

  constructor(status: 400 | 402 | 404, said: Said & { payment_intent?: unknown }) {
    super(said.code ?? `refused with ${status}`);
    this.status = status;
    this.said = said;
    this.intent = said.payment_intent;
  }
}

/** What the answer to a question must be before it is believed. */
export type Expected = {
  object: string;
  /** left out for the one object that has none, the balance */
  id?: RegExp;
  fields?: Readonly<Record<string, unknown>>;
  metadata?: Readonly<Record<string, string>>;
};

/** The id that was asked for. */
export const exactly = (id: string): RegExp => new RegExp(`^${id.replaceAll(/[^\w]/g, String.raw`\$&`)}$`);

/** These do not say their mode. */
const WITHOUT_MODE = new Set(['account', 'refund', 'balance_transaction']);

/** @throws Unanswered  @throws Refused */
export async function ask<T>(account: Account, call: () => Promise<T>, expected: Expected): Promise<T> {
  refuseClosed(account);
  return askAnyway(account, call, expected);
}

/** The same while the account is closed, to learn who it is. @throws Unanswered  @throws Refused */
export async function askAnyway<T>(account: Account, call: () => Promise<T>, expected: Expected): Promise<T> {
  const answer = await asked(account, call);
  return believed(account, answer, expected);
}

/** @throws Unanswered when the answer is not one to this question */
export function believed<T>(account: Account, answer: T, expected: Expected): T {
  const misfit = misfitOf(account, answer, expected);
  if (misfit === 'livemode') account.onOtherMode();
  if (misfit) throw odd(account, `${expected.object}: ${misfit} is not what was asked for`);
  return answer;
}

/** @returns the name of the first thing that an answer has otherwise; undefined when it fits */
export function misfitOf(
  { isLive }: Pick<Account, 'isLive'>,
  answer: unknown,
  expected: Expected,
): string | undefined {
  if (typeof answer !== 'object' || answer === null) return 'the answer';
  const { object, id, livemode, metadata, ...fields } = answer as Record<string, unknown>;
  if (object !== expected.object) return 'object';
  if (expected.id && !(typeof id === 'string' && expected.id.test(id))) return 'id';
  const isModeless = livemode === undefined && WITHOUT_MODE.has(expected.object);
  if (!isModeless && livemode !== isLive) return 'livemode';
  const told = (metadata ?? {}) as Record<string, unknown>;
  return (
    Object.entries(expected.fields ?? {}).find(([name, value]) => fields[name] !== value)?.[0] ??
    Object.entries(expected.metadata ?? {}).find(([name, value]) => told[name] !== value)?.[0]
  );
}

type Page<T> = { object: string; data: T[]; has_more: boolean };

/** All objects of a list, page by page. @throws Unanswered  @throws Refused */
export async function* askForAll<T extends { id: string }>(
  account: Account,
  page: (from: { limit: 100; starting_after?: string }) => Promise<Page<T>>,
  expected: Expected,
): AsyncGenerator<T> {
  refuseClosed(account);
  for (let last: string | undefined; ;) {
    const from = last === undefined ? {} : { starting_after: last };
    const call = () => page({ limit: 100, ...from });
    const { object, data, has_more } = (await askedForPage(account, call)) ?? {};
    const isPage = object === 'list' && Array.isArray(data) && typeof has_more === 'boolean';
    if (!isPage || (has_more && data.length === 0)) throw odd(account, `${expected.object}: no list`);
    for (const one of data) yield believed(account, one, expected);
    if (!has_more) return;
    last = data.at(-1)!.id;
  }
}

/** A list may have hundreds of pages, and reading does nothing: one question too many does not end it. */
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

/** Another account knows nothing of our charges, and would take each for one that was never made. */
function refuseClosed({ isOpen }: Account): void {
  if (!isOpen()) throw new Unanswered('payments are closed');
}

async function asked<T>({ log, onKeyRefused }: Account, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const { statusCode, rawType, raw, requestId } = error as Stripe.errors.StripeError;
    // A limit of calls and an unknown key have the same type as a mistake, and other numbers.
    const isError = rawType === 'card_error' || rawType === 'invalid_request_error';
    // Of a debit that it stops itself Stripe's pages name the status and not the type.
    if (statusCode === 402 && isError) throw new Refused(402, raw as Said);
    if ((statusCode === 400 || statusCode === 404) && rawType === 'invalid_request_error')
      throw new Refused(statusCode, raw as Said);
    log.warn({ status: statusCode, type: rawType, stripe_request: requestId }, 'Stripe gave no answer');
    const cause = `no answer of Stripe: ${statusCode ?? 'the line'} ${rawType ?? ''}`.trim();
    // While the first call under a key is still running, the type is the same and the status 409.
    if (statusCode === 400 && rawType === 'idempotency_error') throw new Unanswered(cause, 'key_spent');
    if (statusCode === 429) throw new Unanswered(cause, 'too_many');
    // Looked at before the key of the call is: one that was lost before may have been executed all the same.
    const isRefused = (statusCode === 401 || statusCode === 403) && rawType === 'invalid_request_error';
    if (isRefused && statusCode === 401) onKeyRefused();
    throw new Unanswered(cause, isRefused ? 'account_refused' : undefined);
  }
}

/** What must never come, and calls a person. */
export function odd({ log }: Account, cause: string): Unanswered {
  log.error({ cause }, 'An answer of Stripe cannot be believed');
  return new Unanswered(cause);
}

/** For calls whose answer may be neither yes nor no. */
export async function orUnknown<T>(call: () => Promise<T>): Promise<T | NoAnswer> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error;
    return {
      k: 'unknown',
      cause: error.message,
      ...(error.why === 'key_spent' && { is_key_spent: true }),
      ...(error.why === 'account_refused' && { is_account_refused: true }),
    };
  }
}

/** For reading by id: what is not there is no fault. */
export async function orAbsent<T>(call: () => Promise<T>): Promise<T | 'absent'> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Refused && error.status === 404 && error.said.code === 'resource_missing')
      return 'absent';
    throw error;
  }
}

/** Our number of a thing, from the metadata that we sent with it; null when another portal sent it. */
export function oursOf({ portal }: Account, metadata: Stripe.Metadata | null, name: string): number | null {
  const id = Number(metadata?.[name]);
  return metadata?.portal === portal && Number.isSafeInteger(id) ? id : null;
}
