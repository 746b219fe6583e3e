import { m } from '#i18n/messages.js';
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

const REASONS: Readonly<Record<Exclude<WhyNot['reason'], 'term_opens' | 'full'>, () => string>> = {
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

/** Why a family cannot sign for a route today, as a sentence (SE1.5). */
export function whyNotText({ reason, on, waiting }: WhyNot): string {
  if (reason === 'full') return fullText(waiting ?? 0);
  if (reason === 'term_opens')
    return on ? m.office_why_term_opens({ day: formatDate(on) }) : REASONS.no_term();
  return REASONS[reason]();
}
