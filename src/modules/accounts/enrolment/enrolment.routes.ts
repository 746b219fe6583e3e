import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/app-context.ts';
import { handle } from '#server/http/handle.ts';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import {
  addPasskey,
  confirmAuthenticator,
  readSecondFactors,
  removeAuthenticator,
  renewRecoveryCodes,
  startAuthenticator,
  startPasskey,
} from './enrolment.contract.ts';
import * as passkeys from './add-passkey.service.ts';
import { confirmApp, readFactors, removeFactor, renewCodes, startApp } from './enrolment.service.ts';

export function registerEnrolmentRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, clock } = context;
  const tellSoon = () => context.triggerJob('outbox.drain').catch(() => undefined);
  handle(app, readSecondFactors, async ({ viewer }) => [await readFactors(db, viewer.user_id)]);
  handle(app, startAuthenticator, async ({ viewer }) => [
    await db.transaction((tx) => startApp(tx, context, viewer)),
  ]);
  handle(app, confirmAuthenticator, async ({ viewer, params, body }) => {
    const recovery_codes = await confirmApp(context, viewer, params.authenticator_id, body);
    await tellSoon();
    return [{ recovery_codes }];
  });
  handle(app, startPasskey, async ({ viewer }) => [await passkeys.startPasskey(context, viewer)]);
  handle(app, addPasskey, async ({ viewer, body, request }) => {
    const credential = body.credential as RegistrationResponseJSON;
    const made = { label: body.label, credential, from: request.headers.origin };
    const recovery_codes = await passkeys.addPasskey(context, viewer, made);
    await tellSoon();
    return [{ recovery_codes }];
  });
  handle(app, removeAuthenticator, async ({ viewer, params }) => {
    await db.transaction((tx) => removeFactor(tx, clock.now(), viewer, params.authenticator_id));
    await tellSoon();
  });
  handle(app, renewRecoveryCodes, async ({ viewer }) => {
    const recovery_codes = await renewCodes(context, viewer);
    await tellSoon();
    return [{ recovery_codes }];
  });
}
