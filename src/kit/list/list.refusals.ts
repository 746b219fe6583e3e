import { m } from '#i18n/messages.js';
import { refusals } from '#kit/refusal.ts';

export const listRefusals = refusals({
  /** the text was written by another list, by another sort, or by nobody */
  cursor_unknown: { status: 422, say: () => m.server_cursor_unknown() },
});
