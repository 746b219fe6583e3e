import { m } from '#i18n/messages.js';
import { invariant } from '#kit/invariant.ts';
import { timeWithZone, weekdayAndDay } from '#kit/local-time.ts';
import { formatDate } from '#kit/plain-date.ts';
import type { SeasonState } from '#modules/catalog/routes/season.states.ts';
import type { WhyNot } from '#modules/office/seasons/board.contract.ts';

const STATES: Readonly<Record<SeasonState, () => string>> = {
  draft: m.office_season_draft,
  coming: m.office_season_coming,
  open: m.office_season_open,
  closed: m.office_season_closed,
  ended: m.office_season_ended,
};

export const seasonStateText = (state: SeasonState): string => STATES[state]();

type Dated = 'school_opens' | 'school_closed' | 'term_opens';

const REASONS: Readonly<Record<Exclude<WhyNot['reason'], Dated | 'full'>, () => string>> = {
  draft: m.office_why_draft,
  school_off: m.office_why_school_off,
  season_off: m.office_why_season_off,
  other_season: m.office_why_other_season,
  program_off: m.office_why_program_off,
  route_ended: m.office_why_route_ended,
  no_term: m.office_why_no_term,
  terms_ended: m.office_why_terms_ended,
};

function fullText(waiting: number): string {
  if (waiting === 0) return m.office_why_full();
  return waiting === 1 ? m.office_why_full_one() : m.office_why_full_many({ n: waiting });
}

/** In company time. */
function hourText(reason: 'school_opens' | 'school_closed', at: string | null, time_zone: string): string {
  invariant(at, 'a school that opens or has closed by its hours has an hour');
  const instant = new Date(at);
  const hour = { day: weekdayAndDay(time_zone, instant), time: timeWithZone(time_zone, instant) };
  return reason === 'school_opens' ? m.office_why_school_opens(hour) : m.office_why_school_closed(hour);
}

/** Why a family cannot sign for a route today, as a sentence (SE1.5). */
export function whyNotText({ reason, on, at, waiting }: WhyNot, time_zone: string): string {
  switch (reason) {
    case 'full':
      return fullText(waiting ?? 0);
    case 'school_opens':
    case 'school_closed':
      return hourText(reason, at, time_zone);
    case 'term_opens':
      invariant(on, 'the next term has a first day');
      return m.office_why_term_opens({ day: formatDate(on) });
    default:
      return REASONS[reason]();
  }
}
