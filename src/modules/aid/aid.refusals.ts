import { m } from '#i18n/messages.js';
import { refusals } from '#kit/refusal.ts';

export const awardRefusals = refusals({
  award_not_found: { status: 404, say: () => m.server_award_not_found() },
  award_school: { status: 422, say: () => m.server_award_school() },
  award_used: { status: 409, say: () => m.server_award_used() },
  award_ended: { status: 409, say: () => m.server_award_ended() },
  award_linked: { status: 409, say: () => m.server_award_linked() },
  above_budget: { status: 409, say: (data: { amount: string }) => m.server_award_above_budget(data) },
  expiry_past: { status: 422, say: () => m.server_award_expiry_past() },
});
