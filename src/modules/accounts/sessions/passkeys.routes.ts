import type { FastifyInstance } from 'fastify';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { KNOWN_BROWSER_HEADER } from '#kit/endpoint/take-turn.ts';
import type { AppContext } from '#server/app-context.ts';
import { handle } from '#server/http/handle.ts';
import { optionsToUse } from '#modules/accounts/factors/passkeys.service.ts';
import { enterWithPasskey, optionsToProve, provePasskey } from './passkey-logins.service.ts';
import * as calls from './passkeys.contract.ts';

export function registerPasskeyRoutes(app: FastifyInstance, context: AppContext): void {
  handle(app, calls.askForPasskey, async () => [await optionsToUse(context, { purpose: 'login' })]);
  handle(app, calls.logInWithPasskey, async ({ body, headers, meta, request }) => {
    const sent = {
      credential: body.credential as AuthenticationResponseJSON,
      from: request.headers.origin,
      known_browser: headers[KNOWN_BROWSER_HEADER],
    };
    return [await enterWithPasskey(context, sent, { ip: meta.ip, user_agent: meta.user_agent })];
  });
  handle(app, calls.askForOwnPasskey, async ({ viewer }) => [await optionsToProve(context, viewer)]);
  handle(app, calls.proveWithPasskey, ({ viewer, body, request }) => {
    const credential = body.credential as AuthenticationResponseJSON;
    return provePasskey(context, viewer, { credential, from: request.headers.origin });
  });
}
