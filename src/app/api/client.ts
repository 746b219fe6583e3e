import { m } from '#i18n/messages.js';
import { fillPath } from '#kit/endpoint/endpoint-path.ts';
import type { Answered, EndpointDefinition, Sent } from '#kit/endpoint/endpoint.ts';
import { ApiError, normalizeFailure } from './api-error.ts';
import { commonHeaders } from './headers.ts';
import { fetchWithTimeout, type Answer, type CallOptions } from './fetch-with-timeout.ts';
import { refreshLogin } from './refresh.ts';
import { currentToken, isImpersonating, type StoredToken } from './tokens.ts';
import { inTurn } from './turn.ts';

type Loose = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  headers?: Record<string, string | undefined>;
  body?: unknown;
};

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

/** Makes the same request for each token: what is sent is settled when the call is made. */
type RequestMaker = (token: StoredToken | undefined) => Request;

function requestMaker(definition: EndpointDefinition, sent: Loose): RequestMaker {
  const own: Record<string, string> = {};
  for (const [name, value] of Object.entries(sent.headers ?? {})) if (value !== undefined) own[name] = value;
  const isForm = sent.body instanceof FormData;
  if (sent.body !== undefined && !isForm) own['Content-Type'] = 'application/json';
  const address = base + fillPath(definition.path, sent.params) + queryString(sent.query);
  const origin = typeof location === 'undefined' ? undefined : location.origin;
  const url = new URL(address, origin);
  // JSON.stringify drops what is undefined, as contracts.md §7 asks.
  const body = isForm
    ? (sent.body as FormData)
    : sent.body === undefined
      ? undefined
      : JSON.stringify(sent.body);
  const { method } = definition;
  return (token) => new Request(url, { method, headers: { ...commonHeaders(token), ...own }, body });
}

const askForTurn = (definition: EndpointDefinition) =>
  fetchWithTimeout(requestMaker(definition, {})(undefined));

function itemsOf({ status, statusText, is_success, body }: Answer): unknown {
  // A server may refuse in the envelope alone (contracts.md §7: `success`).
  const isRefused = (body as { success?: unknown } | undefined)?.success === false;
  if (!is_success || isRefused) throw new ApiError(status, statusText, normalizeFailure(status, body));
  return (body as { items?: unknown } | undefined)?.items;
}

/** A 401 that no refresh could mend, to a call that carried a token. */
export type DeadToken = { path: string; errors: readonly string[]; used: StoredToken };
type TokenReplacer = (dead: DeadToken) => Promise<StoredToken | undefined>;
let replaceDeadToken: TokenReplacer = async () => undefined;

/**
 * Hears of tokens that are dead, never of a visitor's 401 (W8), and answers a token of the same person, with
 * which the call is made once more; it may take as long as a login takes. Without a token the call fails.
 */
export function onDeadToken(replacer: TokenReplacer): void {
  replaceDeadToken = replacer;
}

type ProofAsker = () => Promise<boolean>;
let askForProof: ProofAsker = async () => false;

/** Asks for the password again; answers whether it was given, and then the call is made once more. */
export function onProofRequired(asker: ProofAsker): void {
  askForProof = asker;
}

/** The answer of a call for which the password may have to be given again first (H2). */
async function sendProved(send: () => Promise<Answer>): Promise<Answer> {
  const answer = await send();
  if (answer.status !== 403) return answer;
  const { errors } = normalizeFailure(answer.status, answer.body);
  if (!errors.includes(m.portal_proof_required())) return answer;
  return (await askForProof()) ? send() : answer;
}

/**
 * Makes the call and, when its token has run out, makes it once more with a new one; and once more for
 * somebody who has logged in again meanwhile (accounts.md §4).
 */
async function callRenewing(
  definition: EndpointDefinition,
  sent: Loose,
  manner?: CallOptions,
): Promise<unknown> {
  const { path } = definition;
  const make = requestMaker(definition, sent);
  const send = (token: StoredToken | undefined) =>
    sendProved(() => inTurn(() => fetchWithTimeout(make(token), manner), askForTurn));
  const token = currentToken();
  const first = await send(token);
  if (first.status !== 401 || !token || path === '/refresh-token') return itemsOf(first);
  const fresh = token.refresh_token && !isImpersonating() ? await refreshLogin(token) : undefined;
  const second = fresh ? await send(fresh) : first;
  // A logout wants no token to live.
  if (second.status !== 401 || path === '/logout') return itemsOf(second);
  const { errors } = normalizeFailure(second.status, second.body);
  const next = await replaceDeadToken({ path, errors, used: fresh ?? token });
  return itemsOf(next ? await send(next) : second);
}

type Arguments<D extends EndpointDefinition> =
  Partial<Sent<D>> extends Sent<D>
    ? [sent?: Sent<D>, manner?: CallOptions]
    : [sent: Sent<D>, manner?: CallOptions];

/**
 * Makes one call of the API.
 * @returns the items of the answer; undefined for a call that answers success alone
 * @throws ApiError for an answer outside 200 to 299; Error when no answer came
 */
export async function call<D extends EndpointDefinition>(
  definition: D,
  ...[sent, manner]: Arguments<D>
): Promise<Answered<D>> {
  return (await callRenewing(definition, sent ?? {}, manner)) as Answered<D>;
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
