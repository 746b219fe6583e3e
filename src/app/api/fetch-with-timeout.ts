import { m } from '#i18n/messages.js';
import { PREVIEW_ON_HEADER } from '#kit/endpoint/preview-headers.ts';
import { TICKET_HEADER } from '#kit/endpoint/take-turn.ts';
import { hasErrors, ReadableError } from './api-error.ts';
import { keepTicket } from './ticket.ts';

/** By default a call waits for the server without a limit (accounts.md §7). */
export type CallOptions = { signal?: AbortSignal; timeoutMs?: number };

export type Answer = { status: number; statusText: string; is_success: boolean; body: unknown };

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const foreignAnswer = () => new ReadableError(m.shell_foreign_answer());

/**
 * A guest Wi-Fi, a filter or a proxy answers with a page, or with JSON without our envelope (MD4).
 * @throws ReadableError for such an answer; a status of 500 or more says enough without a body
 */
function read({ status, statusText, ok }: Response, text: string): Answer {
  const body = parsed(text);
  const success = (body as { success?: unknown } | null | undefined)?.success;
  const isOurs = typeof success === 'boolean' || (!ok && hasErrors(body));
  if (!isOurs && status < 500) throw foreignAnswer();
  return { status, statusText, is_success: ok && success === true, body };
}

export type EarlyCall = { authorization: string; askedAt: number; answer: Promise<Response> };

const EARLY_FOR_MS = 20_000;

/**
 * The answer to a call of the document before this script (first-load/call-early.ts): used once, with the
 * same token, and never after a write.
 */
function earlyAnswer(request: Request): Promise<Response> | undefined {
  const kept = Reflect.get(globalThis, 'earlyCalls') as Map<string, EarlyCall> | undefined;
  if (!kept) return undefined;
  if (request.method !== 'GET') kept.clear();
  // A preview asks for another day.
  if (request.headers.has(PREVIEW_ON_HEADER)) return undefined;
  const { pathname, search } = new URL(request.url);
  const early = kept.get(pathname + search);
  kept.delete(pathname + search);
  const isSame = early?.authorization === request.headers.get('authorization');
  return early && isSame && performance.now() - early.askedAt < EARLY_FOR_MS ? early.answer : undefined;
}

/** `AbortSignal.any` is newer than the supported browsers (decision 119). */
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
 * @throws ReadableError 'Network Error', 'Request aborted' or 'timeout of {n}ms exceeded' without a complete
 * answer (accounts.md §8), and for an answer that is not ours
 */
export async function fetchWithTimeout(
  request: Request,
  { signal, timeoutMs }: CallOptions = {},
): Promise<Answer> {
  const limit = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
  const ender = signal && limit ? eitherOf(signal, limit) : (signal ?? limit);
  const ending = ender && { signal: ender };
  const received = async () => {
    const early = ending ? undefined : earlyAnswer(request);
    const response = await (early ?? fetch(request, ending));
    keepTicket(response.headers.get(TICKET_HEADER));
    return [response, await response.text()] as const;
  };
  const [response, text] = await received().catch((cause: unknown) => {
    if (signal?.aborted) throw new ReadableError(m.shell_request_aborted(), { cause });
    if (limit?.aborted) throw new ReadableError(m.shell_request_timed_out({ n: timeoutMs ?? 0 }), { cause });
    throw new ReadableError(m.shell_network_error(), { cause });
  });
  return read(response, text);
}
