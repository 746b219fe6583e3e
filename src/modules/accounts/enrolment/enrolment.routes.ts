import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/app-context.ts';
import { handle } from '#server/http/handle.ts';
import {
  confirmAuthenticator,
  readSecondFactors,
  removeAuthenticator,
  renewRecoveryCodes,
  startAuthenticator,
} from './enrolment.contract.ts';
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
