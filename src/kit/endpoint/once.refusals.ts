import { m } from '#i18n/messages.js';
import { refusals } from '#kit/refusal.ts';

export const onceRefusals = refusals({
  once_key_reused: { status: 409, say: () => m.server_once_key_reused() },
});
