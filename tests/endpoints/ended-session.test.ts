import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { EndpointDefinition } from '#kit/endpoint/endpoint.ts';
import { ApiError } from '#app/api/api-error.ts';
import { call, callForOne, onDeadToken, setApiBase } from '#app/api/client.ts';
import { setRefresher } from '#app/api/refresh.ts';
import { currentToken, forgetLogin, storeLogin } from '#app/api/tokens.ts';
import { logInAgain, replaceDeadToken } from '#app/auth/ended-session.ts';
import { changeSession, currentSession, subscribe } from '#app/auth/session-state.ts';
import { logout, refreshToken, type User } from '#modules/accounts/accounts.contract.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { FORMS, WITHOUT_FORM } from '#tests/support/browser/ended-session.ts';
import { createPlayers, type Player, type Players } from '#tests/support/endpoints/players.ts';
import type { Sent } from '#tests/support/endpoints/sample.ts';
import { samples } from '#tests/support/endpoints/samples.ts';
import { tableChangesOf } from '#tests/support/endpoints/table-changes.ts';

let shop: SeasonApp;
let cast: Players;
/** Every declared call of a parent that changes something; a new one is among them by itself. */
let writes: EndpointDefinition[];
let sentRequests: { method: string; path: string; key: string | null; body: string }[] = [];
let asks = 0;
let password = '';
let stopAnswering = () => {};

beforeAll(async () => {
  shop = await openSeasonApp();
  cast = await createPlayers(shop);
  const first = await cast.aFamily();
  const { id } = await first.order();
  await first.call('POST', '/order-refund', { order: { id }, refund: { type: 0 } });
  writes = shop.app.endpoints.filter(({ method, guard }) => method !== 'GET' && guard === 'account');
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
  setApiBase(`http://127.0.0.1:${(shop.app.server.address() as AddressInfo).port}/api`);
  setRefresher((refresh_token) => callForOne(refreshToken, { body: { refresh_token } }));
  onDeadToken(replaceDeadToken);
  // The refresh that is refused is logged.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const realFetch = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = input as Request;
    sentRequests.push({
      method: request.method,
      path: new URL(request.url).pathname,
      key: request.headers.get('idempotency-key'),
      // The parts of an upload are divided by a word that is made anew for each request.
      body: (await request.clone().text()).replaceAll(/-{4,}formdata-\S+/g, 'PART'),
    });
    return realFetch(request, init);
  });
  stopAnswering = subscribe(() => {
    if (!currentSession().hasEnded || asks > 0) return;
    asks += 1;
    void logInAgain(password);
  });
});
afterAll(async () => {
  stopAnswering();
  vi.restoreAllMocks();
  onDeadToken(async () => undefined);
  changeSession({ user: undefined });
  forgetLogin();
  await shop.close();
});

function bodyOf({ body, file }: Sent): unknown {
  if (!file) return body;
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'a.png');
  return form;
}

/** The page of this person, who is signed in. */
function openPageOf(person: Player): void {
  storeLogin(person.tokens, true);
  changeSession({ user: { id: person.user_id, email: person.email } as User, hasEnded: false });
  asks = 0;
  password = person.password;
}

const isOfSession = (change: string) =>
  /"table":"(sessions|refresh_tokens|known_browsers)"/.test(change) || /"action":"session\./.test(change);

type Told = { changes: string[]; status: number; asks: number; sent: typeof sentRequests };

/** What a call writes whose session is alive, or has ended just before it. */
async function make(definition: EndpointDefinition, hasEnded: boolean): Promise<Told> {
  const family = await cast.aFamily();
  const sent = await samples[definition.name]!.send(family, cast);
  openPageOf(family);
  if (hasEnded) await family.call('POST', '/logout');
  sentRequests = [];
  let status = 200;
  const changes = await tableChangesOf(shop.context, family, async () => {
    const headers = { 'idempotency-key': `one-press-${family.user_id}`, ...sent.headers };
    await call(definition, { ...sent, headers, body: bodyOf(sent) } as never).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      status = error.status;
    });
  });
  return { changes: changes.filter((change) => !isOfSession(change)), status, asks, sent: sentRequests };
}

describe('a session that ends right before a call that changes something', () => {
  /** @shows MA1.4 */
  it('costs nothing, whatever the call: after the login it has its one effect', async () => {
    const wrong: unknown[] = [];
    for (const definition of writes.filter(({ name }) => name !== logout.name)) {
      const alive = await make(definition, false);
      const ended = await make(definition, true);
      const presses = ended.sent.filter(
        ({ method, path }) => method === definition.method && !/\/(login|refresh-token)$/.test(path),
      );
      const [first, second] = presses;
      const isSame = presses.length === 2 && JSON.stringify(first) === JSON.stringify(second);
      const isOneEffect = JSON.stringify(alive.changes) === JSON.stringify(ended.changes);
      if (!isSame || !isOneEffect || ended.status !== alive.status || ended.asks !== 1)
        wrong.push([definition.name, alive, ended]);
    }
    expect(wrong).toEqual([]);
  }, 60_000);

  it('is tried in the browser on every form', () => {
    const tried = [...Object.values(FORMS).flat(), ...WITHOUT_FORM].map(({ name }) => name);
    expect([...new Set(tried)].toSorted()).toEqual(writes.map(({ name }) => name).toSorted());
  });

  it('is not asked about when it is ended on purpose', async () => {
    const family = await cast.aFamily();
    openPageOf(family);
    await family.call('POST', '/logout');
    await expect(call(logout)).rejects.toMatchObject({ status: 401 });
    expect([asks, currentToken()?.access_token]).toEqual([0, family.tokens.access_token]);
  });
});
