import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/app-context.ts';
import { handle } from '#server/http/handle.ts';
import { sendEmailsSoon } from '#server/http/trigger-soon.ts';
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
  handle(app, readSecondFactors, async ({ viewer }) => [await readFactors(db, viewer.user_id)]);
  handle(app, startAuthenticator, async ({ viewer }) => [
    await db.transaction((tx) => startApp(tx, context, viewer)),
  ]);
  handle(app, confirmAuthenticator, async ({ viewer, params, body }) => {
    const recovery_codes = await confirmApp(context, viewer, params.authenticator_id, body);
    await sendEmailsSoon(context);
    return [{ recovery_codes }];
  });
  handle(app, startPasskey, async ({ viewer }) => [await passkeys.startPasskey(context, viewer)]);
  handle(app, addPasskey, async ({ viewer, body, request }) => {
    const credential = body.credential as RegistrationResponseJSON;
    const made = { label: body.label, credential, from: request.headers.origin };
    const recovery_codes = await passkeys.addPasskey(context, viewer, made);
    await sendEmailsSoon(context);
    return [{ recovery_codes }];
  });
  handle(app, removeAuthenticator, async ({ viewer, params }) => {
    await db.transaction((tx) => removeFactor(tx, clock.now(), viewer, params.authenticator_id));
    await sendEmailsSoon(context);
  });
  handle(app, renewRecoveryCodes, async ({ viewer }) => {
    const recovery_codes = await renewCodes(context, viewer);
    await sendEmailsSoon(context);
    return [{ recovery_codes }];
  });
}
