import { m } from '#i18n/messages.js';
import { atBegin } from '#kit/endpoint/field-labels.ts';
import type { RehearsalState } from '#modules/rehearsals/rehearsal.states.ts';

export const REHEARSAL_STATE_TEXTS: Readonly<Record<RehearsalState, () => string>> = {
  playing: m.office_rehearsal_playing,
  done: m.office_rehearsal_done,
  stopped: m.office_rehearsal_stopped,
  failed: m.office_rehearsal_failed,
};

const REASONS: Readonly<Record<string, () => string>> = {
  school_off: m.office_why_school_off,
  program_off: m.office_why_program_off,
  route_ended: m.office_why_route_ended,
  no_term: m.office_why_no_term,
  terms_ended: m.office_why_terms_ended,
  school_opens: m.office_rehearsal_why_school_opens,
  school_closed: m.office_rehearsal_why_school_closed,
  term_opens: m.office_rehearsal_why_term_opens,
  aid_without_code: m.office_rehearsal_why_aid_without_code,
};

/** A code of the portal in words. */
export const wordsOf = (code: string): string => atBegin(code.replaceAll('_', ' '));

/** A refusal of the portal has a sentence of its own. */
export const whyUnsold = ({ why, sentence }: { why: string; sentence: string | null }): string =>
  sentence ?? REASONS[why]?.() ?? wordsOf(why);
