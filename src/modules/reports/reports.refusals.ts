import { m } from '#i18n/messages.js';
import { refusals } from '#kit/refusal.ts';

export const reportRefusals = refusals({
  report_unknown: { status: 422, say: () => m.server_report_unknown() },
  season_unknown: { status: 422, say: () => m.server_report_season_unknown() },
  day_ahead: { status: 422, say: () => m.server_report_day_ahead() },
});
