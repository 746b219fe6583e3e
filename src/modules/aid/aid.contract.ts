import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { onceRefusals } from '#kit/endpoint/once.refusals.ts';
import { onlyWith } from '#kit/endpoint/right.ts';
import { rightRefusals } from '#kit/endpoint/right.refusals.ts';
import { byId, dayShape, idShape, keyHeaders, versionShape } from '#kit/endpoint/wire.ts';
import { choices, ids } from '#kit/list/filters.ts';
import { listEndpoint, searchText } from '#kit/list/list-endpoint.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { studentRefusals } from '#modules/students/students.refusals.ts';
import { awardRefusals } from './aid.refusals.ts';
import {
  budgetShape,
  changedAwardShape,
  endAwardShape,
  linkAwardShape,
  newAwardsShape,
} from './aid.shapes.ts';
import { AWARD_KINDS, AWARD_STATES } from './award.states.ts';

/** What a school grants is no secret from the school: read without the right to money (OF7.9). */
const grantedCents = z.number().int().brand<'cents'>();
const schoolShape = z.object({ id: idShape, text: z.string() });

const personShape = z.object({ id: idShape, name: z.string() });

export const awardShape = z.object({
  id: idShape,
  school: schoolShape,
  first_name: z.string(),
  last_name: z.string(),
  grade_text: z.string().nullable(),
  kind: z.enum(AWARD_KINDS),
  amount_cents: grantedCents.nullable(),
  milli_percent: z.number().int().brand<'milli-percent'>().nullable(),
  note: z.string().nullable(),
  expires_on: dayShape.nullable(),
  needs_confirmation: z.boolean(),
  state: z.enum(AWARD_STATES),
  has_contract: z.boolean(),
  code: z.string(),
  version: versionShape,
  /** of an ended award; may name what a family has told the office */
  end_reason: onlyWith('families', z.string().nullable()),
  date_of_birth: onlyWith('families', dayShape.nullable()),
  contact_email: onlyWith('families', z.string().nullable()),
  student: onlyWith('families', personShape.nullable()),
  parent: onlyWith('families', personShape.nullable()),
  order_id: onlyWith('families', idShape.nullable()),
});
export type Award = z.output<typeof awardShape>;

const budgetAnswer = z.object({
  period_id: idShape,
  program_group_id: idShape,
  /** null: no limit */
  amount_cents: grantedCents.nullable(),
  /** reductions of signed contracts */
  given_cents: grantedCents,
  /** what open awards would take, about */
  open_cents: grantedCents,
  /** below zero above the budget */
  left_cents: z.number().int().nullable(),
  version: versionShape,
});
export type AidBudget = z.output<typeof budgetAnswer>;

export const listAwards = listEndpoint({
  name: 'listAwards',
  summary: 'A page of the aid that schools grant, with the budget of one school in a season (OF7.1)',
  path: '/admin/awards',
  right: 'aid',
  isOfPeople: true,
  row: awardShape,
  sorts: { newest: { keys: ['number'] } },
  filters: { search: searchText, season: ids(), school: ids(), state: choices(AWARD_STATES) },
  more: {
    /** what the caller may see */
    seasons: z.array(schoolShape),
    schools: z.array(schoolShape),
    /** the one season and the one school of the list; null for several */
    season_id: idShape.nullable(),
    school_id: idShape.nullable(),
    budget: budgetAnswer.nullable(),
  },
});
export type AwardsPage = z.output<typeof listAwards.item>;

const acting = {
  guard: { right: 'aid' },
  impersonation: 'refused',
  proof: 'recent',
} as const;

const key = { headers: keyHeaders } as const;

export const createAwards = endpoint({
  ...acting,
  ...key,
  name: 'createAwards',
  summary: 'Grant aid to one child or many, whole or not at all (OF7.2, OF7.7)',
  method: 'POST',
  path: '/admin/awards',
  audits: ['award.create'],
  body: newAwardsShape,
  item: awardShape,
  refusals: [
    awardRefusals.award_school,
    awardRefusals.above_budget,
    awardRefusals.expiry_past,
    rightRefusals.right_missing,
    accountRefusals.refused_while_impersonating,
    onceRefusals.once_key_reused,
  ],
});

const ofAward = [
  awardRefusals.award_not_found,
  awardRefusals.award_used,
  awardRefusals.award_ended,
  accountRefusals.edited_meanwhile,
  rightRefusals.right_missing,
  accountRefusals.refused_while_impersonating,
] as const;

export const changeAward = endpoint({
  ...acting,
  name: 'changeAward',
  summary: 'Change an award that no contract has used (OF7.8)',
  method: 'PUT',
  path: '/admin/awards/:id',
  audits: ['award.change'],
  params: byId,
  body: changedAwardShape,
  item: awardShape,
  refusals: [...ofAward, awardRefusals.above_budget, awardRefusals.expiry_past],
});

export const endAward = endpoint({
  ...acting,
  ...key,
  name: 'endAward',
  summary: 'End an award that no contract has used; the family that it had found is mailed (OF7.8)',
  method: 'POST',
  path: '/admin/awards/:id/end',
  audits: ['award.end'],
  params: byId,
  body: endAwardShape,
  item: awardShape,
  refusals: [...ofAward, onceRefusals.once_key_reused],
});

export const linkAward = endpoint({
  ...acting,
  ...key,
  name: 'linkAward',
  summary: 'Link an award to its child by hand (OF7.3)',
  method: 'POST',
  path: '/admin/awards/:id/link',
  audits: ['award.link'],
  params: byId,
  body: linkAwardShape,
  item: awardShape,
  refusals: [
    ...ofAward,
    awardRefusals.award_linked,
    studentRefusals.student_not_found,
    accountRefusals.own_order,
    onceRefusals.once_key_reused,
  ],
});

const ofSchool = z.object({ period_id: idShape, program_group_id: idShape });

export const readAidBudget = endpoint({
  name: 'readAidBudget',
  summary: 'The aid budget of a school in a season: given, open and left (OF7.6)',
  method: 'GET',
  path: '/admin/awards/budgets/:period_id/:program_group_id',
  guard: { right: 'aid' },
  params: ofSchool,
  item: budgetAnswer,
  refusals: [awardRefusals.award_school],
});

export const saveAidBudget = endpoint({
  ...acting,
  name: 'saveAidBudget',
  summary: 'Set the aid budget of a school in a season, or lift the limit (OF7.6)',
  method: 'PUT',
  path: '/admin/awards/budgets/:period_id/:program_group_id',
  audits: ['award.budget'],
  params: ofSchool,
  body: budgetShape,
  item: budgetAnswer,
  refusals: [
    awardRefusals.award_school,
    accountRefusals.edited_meanwhile,
    accountRefusals.refused_while_impersonating,
  ],
});

export const readStudentAid = endpoint({
  name: 'readStudentAid',
  summary:
    'The aid that stands ready for a child on a route: what the family pays for the year; staff who sell ' +
    'ask for a child of any family (OF7.4)',
  method: 'GET',
  path: '/student/:id/aid',
  guard: 'account',
  params: byId,
  query: z.object({
    route_id: idShape,
    payment_term_id: idShape,
    /** ids, separated by commas */
    addon_ids: z
      .string()
      .max(500)
      .regex(/^(\d+(,\d+)*)?$/)
      .default(''),
  }),
  /** no item without an award */
  item: z.object({
    code: z.string(),
    /** dollars, as typed at checkout */
    amount: z.number(),
    school: z.string(),
    text: z.string(),
    waits: z.boolean(),
  }),
  refusals: [studentRefusals.student_not_found],
});
