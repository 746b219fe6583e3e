import { m } from '#i18n/messages.js';
import { fieldName } from '#kit/endpoint/field-labels.ts';
import type { ProgramDraft } from '#app/routes/contract/wizard/draft.ts';

/** By the field's name in the API, in the order of the page. */
export type Problems = Record<string, string>;

const LIMITS = { special_request: 8192, pickup_north: 255, pickup_cross: 255, contract_number: 255 } as const;

const required = (field: string) => m.server_field_required({ field });

function tooLong(problems: Problems, field: keyof typeof LIMITS, text: string): void {
  const n = LIMITS[field];
  if (text.trim().length > n) problems[field] = m.server_field_max_length({ field: fieldName([field]), n });
}

export function termsProblems(program_id: number | null, isAccepted: boolean): Problems {
  const problems: Problems = {};
  if (program_id === null) problems.program_id = required('program');
  else if (!isAccepted) problems['contract terms'] = required('contract terms');
  return problems;
}

export function programProblems(program: ProgramDraft, hasGrades: boolean): Problems {
  const problems: Problems = {};
  if (hasGrades && program.grade_id === null) problems.grade_id = required('year entering');
  tooLong(problems, 'special_request', program.special_request);
  tooLong(problems, 'contract_number', program.second_student_contract_number);
  return problems;
}

type RouteFacts = {
  isRouteOffered: boolean;
  isTermOffered: boolean;
  termProblem?: string;
  hasPickup: boolean;
  hasSurge: boolean;
};

export function routeProblems(program: ProgramDraft, facts: RouteFacts): Problems {
  const problems: Problems = {};
  if (!facts.isRouteOffered) problems.route_id = required('route');
  if (facts.hasPickup) {
    tooLong(problems, 'pickup_north', program.pickup_north);
    tooLong(problems, 'pickup_cross', program.pickup_cross);
  }
  if (facts.isRouteOffered && !facts.isTermOffered) problems.payment_term_id = required('payment term');
  else if (facts.termProblem) problems.payment_term_id = facts.termProblem;
  if (facts.hasSurge && !program.is_surge_accepted) problems.surge_pricing = required('surge pricing');
  return problems;
}
