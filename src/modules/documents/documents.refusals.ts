import { m } from '#i18n/messages.js';
import { refusals } from '#kit/refusal.ts';

export const documentRefusals = refusals({
  too_many_checks: { status: 429, say: () => m.server_too_many_attempts() },
});
