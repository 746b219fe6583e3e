import { m } from '#i18n/messages.js';
import { refusals } from '#kit/refusal.ts';

export const rehearsalRefusals = refusals({
  rehearsal_not_found: { status: 404, say: () => m.server_rehearsal_not_found() },
  rehearsal_plays: { status: 409, say: () => m.server_rehearsal_plays() },
  rehearsal_over: { status: 409, say: () => m.server_rehearsal_over() },
  rehearsed_files_missing: {
    status: 409,
    say: ({ files }: { files: string }) => m.server_rehearsed_files_missing({ files }),
  },
  /** RP5.2 */
  no_room_to_rehearse: { status: 503, say: () => m.server_no_room_to_rehearse() },
});
