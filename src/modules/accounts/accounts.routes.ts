import type { FastifyInstance } from 'fastify';
import { handle } from '#server/http/handle.ts';
import { sendEmailsSoon } from '#server/http/trigger-soon.ts';
import { inTx } from '#server/http/call.ts';
import { KNOWN_BROWSER_HEADER } from '#kit/endpoint/take-turn.ts';
import type { AppContext } from '#server/app-context.ts';
import {
  currentUser,
  forgotPassword,
  listOptions,
  login,
  logout,
  refreshToken,
  register,
  resendVerificationEmail,
  stopImpersonation,
  updateUser,
  verifyEmail,
} from './accounts.contract.ts';
import { stopImpersonation as endImpersonation } from './sessions/impersonation.service.ts';
import { checkResetLink, resetPassword } from './passwords/resets.contract.ts';
import { logIn } from './sessions/logins.service.ts';
import { undoEmailChange } from './profile/email-change.contract.ts';
import * as emailChange from './profile/email-change.service.ts';
import { changeProfile } from './profile/profile.service.ts';
import * as registration from './profile/registration.service.ts';
import * as resets from './passwords/resets.service.ts';
import { logOut, rotate } from './sessions/sessions.service.ts';
import { readOptions, readUser } from './profile/users.service.ts';

export function registerAccountsRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, clock, vault } = context;
  registerSessionRoutes(app, context);
  registerMailedRoutes(app, context);
  handle(app, currentUser, async ({ viewer }) => [
    await readUser({ db, vault }, viewer.user_id, { viewer, now: clock.now() }),
  ]);
  handle(app, listOptions, async () => readOptions(db));
}

function registerSessionRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, clock, vault } = context;
  handle(app, login, async ({ body, headers, meta }) => {
    const sent = { ...body, known_browser: headers[KNOWN_BROWSER_HEADER] };
    const tokens = await logIn({ db, clock, vault }, sent, { ip: meta.ip, user_agent: meta.user_agent });
    if (body.code) await sendEmailsSoon(context);
    return [tokens];
  });
  handle(app, refreshToken, async ({ body }) => [await rotate(db, clock.now(), body.refresh_token)]);
  handle(
    app,
    stopImpersonation,
    inTx((tx, { viewer }) => endImpersonation(tx, clock.now(), viewer)),
  );
  handle(
    app,
    logout,
    inTx((tx, { viewer }) => logOut(tx, clock.now(), viewer)),
  );
}

/** Calls with a mail: commit the row first, then trigger the drain. */
function registerMailedRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, clock, vault } = context;
  registerRegistrationRoutes(app, context);
  handle(app, updateUser, async ({ params, body, viewer }) => {
    await changeProfile({ db, vault }, clock.now(), viewer, { id: params.id, form: body });
    await sendEmailsSoon(context);
    return [await readUser({ db, vault }, viewer.user_id, { viewer, now: clock.now() })];
  });
  handle(app, undoEmailChange, async ({ body }) => {
    await emailChange.undoEmailChange(db, clock.now(), { vault, token: body.token });
    await sendEmailsSoon(context);
  });
  registerResetRoutes(app, context);
}

function registerRegistrationRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, clock, vault } = context;
  handle(app, register, async ({ body, meta }) => {
    const user_id = await registration.registerParent(db, clock.now(), body, meta.ip);
    await sendEmailsSoon(context);
    return [await readUser({ db, vault }, user_id)];
  });
  handle(app, verifyEmail, async ({ params }) => {
    await db.transaction((tx) => registration.verifyEmail({ tx, vault }, clock.now(), params.token));
    await sendEmailsSoon(context);
  });
  handle(app, resendVerificationEmail, async ({ viewer }) => {
    await registration.resendVerification(db, clock.now(), viewer.user_id);
    await sendEmailsSoon(context);
  });
}

function registerResetRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, clock, vault } = context;
  handle(app, forgotPassword, async ({ body, meta }) => {
    await resets.requestReset({ db, vault }, clock.now(), body, meta.ip);
    await sendEmailsSoon(context);
  });
  handle(app, checkResetLink, async ({ body, meta }) => [
    await resets.checkResetLink({ db, clock }, body, meta.ip),
  ]);
  handle(app, resetPassword, async ({ body, meta }) => {
    await resets.resetPassword({ db, vault }, clock.now(), body, meta.ip);
    await sendEmailsSoon(context);
  });
}
