import { m } from '#i18n/messages.js';
import { fillPath } from '#kit/endpoint-path.ts';
import type { Answered, EndpointDefinition, Sent } from '#kit/endpoint.ts';
import { ApiError, normaliseFailure } from './api-error.ts';
import { refreshLogin } from './refresh.ts';
import { currentToken, isImpersonating, type StoredToken } from './tokens.ts';

type Loose = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  headers?: Record<string, string | undefined>;
  body?: unknown;
};

function csrfToken(): string | undefined {
  if (typeof document === 'undefined') return undefined;
  const token = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content;
  if (!token) console.warn(m.shell_csrf_missing());
  return token;
}

function xsrfCookie(): string | undefined {
  if (typeof document === 'undefined') return undefined;
  const value = /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1];
  return value && decodeURIComponent(value);
}

/** The headers of every call (accounts.md §7). */
export function commonHeaders(token: StoredToken | undefined): Record<string, string> {
  const given = {
    Accept: 'application/json',
    'X-Requested-With': 'XMLHttpRequest',
    'X-CSRF-TOKEN': csrfToken(),
    'X-XSRF-TOKEN': xsrfCookie(),
    Authorization: token && `Bearer ${token.access_token}`,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Record<string, string>;
}

function queryString(query: Record<string, unknown> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return text && `?${text}`;
}

/** Where calls go. Relative in a browser; a test sets the address of its server. */
let base = '/api';
export function setApiBase(address: string): void {
  base = address;
}

function requestOf(definition: EndpointDefinition, sent: Loose, token: StoredToken | undefined): Request {
  const headers: Record<string, string> = commonHeaders(token);
  for (const [name, value] of Object.entries(sent.headers ?? {})) if (value !== undefined) headers[name] = value;
  const isForm = sent.body instanceof FormData;
  if (sent.body !== undefined && !isForm) headers['Content-Type'] = 'application/json';
  const address = base + fillPath(definition.path, sent.params) + queryString(sent.query);
  const origin = typeof location === 'undefined' ? undefined : location.origin;
  return new Request(new URL(address, origin), {
    method: definition.method,
    headers,
    // JSON.stringify drops what is undefined, as contracts.md §7 asks.
    body: isForm ? (sent.body as FormData) : sent.body === undefined ? undefined : JSON.stringify(sent.body),
  });
}

/** An answer that never came keeps its cause; only its sentence is ours (accounts.md §8). */
async function reach(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (cause) {
    const isAborted = cause instanceof DOMException && cause.name === 'AbortError';
    throw new Error(isAborted ? m.shell_request_aborted() : m.shell_network_error(), { cause });
  }
}

async function readAnswer(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) return (body as { items?: unknown } | undefined)?.items;
  throw new ApiError(response.status, response.statusText, normaliseFailure(response.status, body));
}

type SessionEnd = (error: ApiError) => void;
let onSessionEnd: SessionEnd = () => {};
/** Hears about every 401 that a refresh could not mend, for a caller that had a token (W8). */
export function listenForSessionEnd(listener: SessionEnd): void {
  onSessionEnd = listener;
}

async function callWithToken(definition: EndpointDefinition, sent: Loose): Promise<unknown> {
  const token = currentToken();
  const response = await reach(requestOf(definition, sent, token));
  if (response.status !== 401) return readAnswer(response);
  const original = await readAnswer(response).catch((error: ApiError) => error);
  // A 401 to a refresh or to a visitor can't be mended by refreshing.
  const isMendable = token?.refresh_token && !isImpersonating() && definition.path !== '/refresh-token';
  const fresh = isMendable ? await refreshLogin(token) : undefined;
  if (fresh) return readAnswer(await reach(requestOf(definition, sent, fresh)));
  throw original;
}

type Arguments<D extends EndpointDefinition> = Partial<Sent<D>> extends Sent<D> ? [sent?: Sent<D>] : [sent: Sent<D>];

/**
 * Makes one call of the API.
 * @returns the items of the answer; undefined for a call that answers success alone
 * @throws ApiError for an answer outside 200 to 299; Error when no answer came
 */
export async function call<D extends EndpointDefinition>(definition: D, ...[sent]: Arguments<D>): Promise<Answered<D>> {
  const hadToken = currentToken() !== undefined;
  try {
    return (await callWithToken(definition, sent ?? {})) as Answered<D>;
  } catch (error) {
    const isEnd = error instanceof ApiError && error.status === 401 && hadToken;
    if (isEnd && definition.path !== '/refresh-token' && definition.path !== '/logout') onSessionEnd(error);
    throw error;
  }
}

/** The first item of a call that answers one record. */
export async function callForOne<D extends EndpointDefinition>(
  definition: D,
  ...sent: Arguments<D>
): Promise<NonNullable<Answered<D>>[number]> {
  const items = (await call(definition, ...sent)) as unknown[] | undefined;
  if (!items || items.length === 0) throw new Error(m.shell_unexpected());
  return items[0] as NonNullable<Answered<D>>[number];
}
