import { m } from '#i18n/messages.js';
import { refusals } from '#kit/refusal.ts';

export const accountRefusals = refusals({
  /** The client shows 'Email address and/or password did not match'; 400, so that no refresh starts (W8). */
  invalid_credentials: { status: 400, say: () => 'invalid_credentials' },
  email_taken: { status: 422, say: () => m.server_email_taken() },
  password_common: { status: 422, say: () => m.server_password_common() },
  password_is_name: { status: 422, say: () => m.server_password_is_name() },
  too_many_attempts: { status: 429, say: () => m.server_too_many_attempts() },
  refresh_token_dead: { status: 401, say: () => m.server_session_ended() },
  verification_link_dead: { status: 422, say: () => m.server_verification_link_dead() },
  reset_link_dead: { status: 422, say: () => m.server_reset_link_dead() },
});
