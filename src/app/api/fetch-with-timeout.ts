import { m } from '#i18n/messages.js';

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
  const enders = [signal, limit].filter((one) => one !== undefined);
  try {
    const response = await fetch(
      request,
      enders.length > 0 ? { signal: AbortSignal.any(enders) } : undefined,
    );
    const { status, statusText, ok: is_success } = response;
    return { status, statusText, is_success, body: parsed(await response.text()) };
  } catch (cause) {
    if (signal?.aborted) throw new Error(m.shell_request_aborted(), { cause });
    if (limit?.aborted) throw new Error(m.shell_request_timed_out({ n: timeoutMs ?? 0 }), { cause });
    throw new Error(m.shell_network_error(), { cause });
  }
}
