import { m } from '#i18n/messages.js';
import { refusals } from '#kit/refusal.ts';
import { tooManyText } from '#kit/text/wait-text.ts';

export const serverRefusals = refusals({
  unauthenticated: { status: 401, say: () => m.portal_unauthenticated() },
  forbidden: { status: 403, say: () => m.portal_forbidden() },
  not_found: { status: 404, say: () => m.server_not_found() },
  body_not_json: { status: 400, say: () => m.portal_body_not_json() },
  upload_broken: { status: 400, say: () => m.portal_request_not_understood() },
  input_invalid: { status: 422, say: () => m.portal_input_invalid() },
  /** S15 */
  raw_number: { status: 422, say: () => m.server_raw_number() },
  not_from_our_pages: { status: 403, say: () => m.portal_not_from_our_pages() },
  too_many_requests: { status: 429, say: () => m.portal_too_many_requests() },
  too_many: { status: 429, say: tooManyText },
  /** H21 */
  waits_for_turn: {
    status: 503,
    say: ({ ahead }: { ahead: number }) => m.portal_waits_for_turn({ n: ahead + 1 }),
  },
  waiting_room_full: { status: 503, say: () => m.portal_waiting_room_full() },
  /** SE7.2 */
  preview_writes_nothing: { status: 409, say: () => m.portal_preview_writes_nothing() },
  /** MO9 */
  files_away: { status: 503, say: () => m.portal_files_away() },
  database_away: { status: 503, say: () => m.portal_database_away() },
});
