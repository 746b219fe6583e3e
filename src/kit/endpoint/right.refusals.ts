import { m } from '#i18n/messages.js';
import { refusals } from '#kit/refusal.ts';

export const rightRefusals = refusals({
  /** the role does not open the call, or the order of a list (OF8.3) */
  right_missing: { status: 403, say: () => m.portal_right_missing() },
});
