import { m } from '#i18n/messages.js';
import { fillPath } from '#kit/endpoint/endpoint-path.ts';
import type { Answered, EndpointDefinition, Sent } from '#kit/endpoint/endpoint.ts';
import { ApiError, normalizeFailure, ReadableError } from './api-error.ts';
import { commonHeaders } from './headers.ts';
import { fetchWithTimeout, foreignAnswer, type Answer, type CallOptions } from './fetch-with-timeout.ts';
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

/** Relative in a browser; tests set the address of their server. */
let base = '/api';

export function setApiBase(address: string): void {
  base = address;
}

type RequestMaker = (token: StoredToken | undefined) => Request;

function requestMaker(definition: EndpointDefinition, sent: Loose): RequestMaker {
  const own: Record<string, string> = {};
  for (const [name, value] of Object.entries(sent.headers ?? {})) if (value !== undefined) own[name] = value;
  const isForm = sent.body instanceof FormData;
  if (sent.body !== undefined && !isForm) own['Content-Type'] = 'application/json';
  const address = base + fillPath(definition.path, sent.params) + queryString(sent.query);
  const origin = typeof location === 'undefined' ? undefined : location.origin;
  const url = new URL(address, origin);
  // JSON.stringify drops undefined values (contracts.md §7).
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

function itemsOf({ item }: EndpointDefinition, { status, statusText, is_success, body }: Answer): unknown {
  // A server may refuse in the envelope alone (contracts.md §7: `success`).
  if (!is_success) throw new ApiError(status, statusText, normalizeFailure(status, body));
  const { items } = body as { items?: unknown };
  if (item !== 'none' && !Array.isArray(items)) throw foreignAnswer();
  return item === 'none' ? undefined : items;
}

/** A 401 after a failed refresh, for a call with a token. */
export type DeadToken = { path: string; errors: readonly string[]; used: StoredToken };
type TokenReplacer = (dead: DeadToken) => Promise<StoredToken | undefined>;
let replaceDeadToken: TokenReplacer = async () => undefined;

/**
 * Called for dead tokens, never for a visitor's 401 (W8). The call is repeated with the returned token of the
 * same person, after any wait for a login; without a token the call fails.
 */
export function onDeadToken(replacer: TokenReplacer): void {
  replaceDeadToken = replacer;
}

type ProofAsker = () => Promise<boolean>;
let askForProof: ProofAsker = async () => false;

export function onProofRequired(asker: ProofAsker): void {
  askForProof = asker;
}

async function sendProved(send: () => Promise<Answer>): Promise<Answer> {
  const answer = await send();
  if (answer.status !== 403) return answer;
  const { errors } = normalizeFailure(answer.status, answer.body);
  if (!errors.includes(m.portal_proof_required())) return answer;
  return (await askForProof()) ? send() : answer;
}

/** Repeats a call once with a refreshed token, and once more after another login (accounts.md §4). */
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
  if (first.status !== 401 || !token || path === '/refresh-token') return itemsOf(definition, first);
  const fresh = token.refresh_token && !isImpersonating() ? await refreshLogin(token) : undefined;
  const second = fresh ? await send(fresh) : first;
  // A logout needs no valid token.
  if (second.status !== 401 || path === '/logout') return itemsOf(definition, second);
  const { errors } = normalizeFailure(second.status, second.body);
  const next = await replaceDeadToken({ path, errors, used: fresh ?? token });
  return itemsOf(definition, next ? await send(next) : second);
}

type Around = (
  definition: EndpointDefinition,
  sent: Loose,
  send: (headers?: Record<string, string>) => Promise<unknown>,
) => Promise<unknown>;

let around: Around | undefined;

/**
 * Stands around each call of this document from now on: adds headers, changes answers, or answers in place of
 * the server. For a preview of the office (SE7.2).
 * @returns ends it
 */
export function standAroundCalls(next: Around): () => void {
  around = next;
  return () => {
    if (around === next) around = undefined;
  };
}

type Arguments<D extends EndpointDefinition> =
  Partial<Sent<D>> extends Sent<D>
    ? [sent?: Sent<D>, manner?: CallOptions]
    : [sent: Sent<D>, manner?: CallOptions];

/**
 * @returns the items of the answer; undefined for a call without items
 * @throws ApiError for a refusal; ReadableError without an answer of ours
 */
export async function call<D extends EndpointDefinition>(
  definition: D,
  ...[sent, manner]: Arguments<D>
): Promise<Answered<D>> {
  const given: Loose = sent ?? {};
  const send = (headers?: Record<string, string>) =>
    callRenewing(
      definition,
      headers ? { ...given, headers: { ...given.headers, ...headers } } : given,
      manner,
    );
  return (await (around ? around(definition, given, send) : send())) as Answered<D>;
}

export async function callForOne<D extends EndpointDefinition>(
  definition: D,
  ...sent: Arguments<D>
): Promise<NonNullable<Answered<D>>[number]> {
  const items = (await call(definition, ...sent)) as unknown[] | undefined;
  if (!items || items.length === 0) throw new ReadableError(m.shell_unexpected());
  return items[0] as NonNullable<Answered<D>>[number];
}
