import { m } from '#i18n/messages.js';
import { refusals } from '#kit/refusal.ts';

/** OF5.16 */
export const amendmentRefusals = refusals({
  amendment_not_found: { status: 404, say: () => m.server_amendment_not_found() },
  amendment_not_open: { status: 409, say: () => m.server_amendment_not_open() },
  amendment_waits: {
    status: 409,
    say: (data: { number: number }) => m.server_amendment_waits(data),
  },
  amendment_other_season: { status: 409, say: () => m.server_amendment_other_season() },
  amendment_day: {
    status: 422,
    say: (data: { min: string; max: string }) => m.server_amendment_day(data),
  },
  amendment_line_full: { status: 409, say: (data: { line: string }) => m.server_amendment_line_full(data) },
  amendment_same_child: {
    status: 409,
    say: (data: { child: string; line: string }) => m.server_amendment_same_child(data),
  },
  amendment_changes_nothing: { status: 422, say: () => m.server_amendment_changes_nothing() },
  amendment_fee_reason: { status: 422, say: () => m.server_amendment_fee_reason_missing() },
  amendment_check_number: { status: 422, say: () => m.server_amendment_check_number() },
  /** staff decide about the aid first */
  amendment_aid_open: { status: 409, say: () => m.server_amendment_aid_open() },
  /** only details without a difference need no agreement */
  amendment_needs_family: { status: 422, say: () => m.server_amendment_needs_family() },
  /** the paper at hand says other payments or texts than a paper of today */
  amendment_other_paper: { status: 409, say: () => m.server_amendment_other_paper() },
  /** carries the present plan, or the amendment as it is now */
  amendment_changed: { status: 409, say: () => m.server_amendment_changed() },
});
