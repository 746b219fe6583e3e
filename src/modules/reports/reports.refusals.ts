import { m } from '#i18n/messages.js';
import { refusals } from '#kit/refusal.ts';

export const reportRefusals = refusals({
  report_unknown: { status: 422, say: () => m.server_report_unknown() },
  statement_not_found: { status: 404, say: () => m.server_statement_not_found() },
  year_not_over: { status: 409, say: (data: { year: number }) => m.server_year_not_over(data) },
  season_unknown: { status: 422, say: () => m.server_report_season_unknown() },
  day_ahead: { status: 422, say: () => m.server_report_day_ahead() },
});
