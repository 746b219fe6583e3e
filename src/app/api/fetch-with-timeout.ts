import { m } from '#i18n/messages.js';
import { TICKET_HEADER } from '#kit/endpoint/take-turn.ts';
import { keepTicket } from './ticket.ts';

/** How a call is made. By default it waits for as long as the server needs (accounts.md §7). */
export type CallOptions = { signal?: AbortSignal; timeoutMs?: number };

/** What came back, read to its end. `body` is undefined when it was no JSON. */
export type Answer = { status: number; statusText: string; is_success: boolean; body: unknown };

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export type EarlyCall = { authorization: string; askedAt: number; answer: Promise<Response> };

const EARLY_FOR_MS = 20_000;

/**
 * The answer that the document has asked for before this script was here (first-load/call-early.ts): each is
 * taken once, by a call with the same token, and by none after something was written.
 */
function earlyAnswer(request: Request): Promise<Response> | undefined {
  const kept = Reflect.get(globalThis, 'earlyCalls') as Map<string, EarlyCall> | undefined;
  if (!kept) return undefined;
  if (request.method !== 'GET') kept.clear();
  const { pathname, search } = new URL(request.url);
  const early = kept.get(pathname + search);
  kept.delete(pathname + search);
  const isSame = early?.authorization === request.headers.get('authorization');
  return early && isSame && performance.now() - early.askedAt < EARLY_FOR_MS ? early.answer : undefined;
}

/** Aborts with the first of two signals; `AbortSignal.any` is newer than the floor (decision 119). */
function eitherOf(...signals: readonly [AbortSignal, AbortSignal]): AbortSignal {
  const either = new AbortController();
  for (const signal of signals) {
    const abort = () => either.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { signal: either.signal });
  }
  return either.signal;
}

/**
 * Sends a request and reads its answer.
 * @throws Error 'Network Error', 'Request aborted' or 'timeout of {n}ms exceeded' when no whole answer came;
 *   the
 *   cause goes with it and only the sentence is ours (accounts.md §8)
 */
export async function fetchWithTimeout(
  request: Request,
  { signal, timeoutMs }: CallOptions = {},
): Promise<Answer> {
  const limit = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
  try {
    const ender = signal && limit ? eitherOf(signal, limit) : (signal ?? limit);
    const ending = ender && { signal: ender };
    const early = ending ? undefined : earlyAnswer(request);
    const response = await (early ?? fetch(request, ending));
    keepTicket(response.headers.get(TICKET_HEADER));
    const { status, statusText, ok: is_success } = response;
    return { status, statusText, is_success, body: parsed(await response.text()) };
  } catch (cause) {
    if (signal?.aborted) throw new Error(m.shell_request_aborted(), { cause });
    if (limit?.aborted) throw new Error(m.shell_request_timed_out({ n: timeoutMs ?? 0 }), { cause });
    throw new Error(m.shell_network_error(), { cause });
  }
}
