import { z } from 'zod';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { byId, idShape, instantShape, versionShape } from '#kit/endpoint/wire.ts';
import { requiredText } from '#kit/rules/fields.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { OBJECT_KINDS } from '#modules/catalog/objects/object-kinds.ts';
import { CHECK_CODES, CHECK_SEVERITIES } from './check.states.ts';

const subjectShape = z.object({ kind: z.enum(OBJECT_KINDS), id: idShape });

/** Names a check of a season. */
const namedShape = z.object({
  code: z.enum(CHECK_CODES),
  subject: subjectShape,
  /** the field that mends the check; null for the object as a whole */
  field: z
    .string()
    .regex(/^[a-z_0-9]{1,100}$/)
    .nullable(),
});

const checkShape = z.object({
  code: z.enum(CHECK_CODES),
  severity: z.enum(CHECK_SEVERITIES),
  /** with amounts only for staff with the right money */
  text: z.string(),
  subject: subjectShape.extend({
    name: z.string(),
    /** named when the check is put aside */
    version: versionShape,
  }),
  field: z.string().nullable(),
  /** the page on which the object is changed */
  mend_path: z.string(),
  /** null: stands */
  put_aside: z.object({ note: z.string(), by: z.string(), at: instantShape }).nullable(),
});
export type CheckAnswer = z.output<typeof checkShape>;

export const listChecks = endpoint({
  name: 'listSeasonChecks',
  summary: 'What is wrong or doubtful about a season (SE6.1)',
  method: 'GET',
  path: '/admin/seasons/:id/checks',
  guard: { right: 'season' },
  params: byId,
  item: checkShape,
  refusals: [catalogRefusals.not_found],
});

export const putCheckAside = endpoint({
  name: 'putCheckAside',
  summary: 'Put a check aside until its object changes; sent again, nothing changes (SE6.3)',
  method: 'POST',
  path: '/admin/seasons/:id/checks/put-aside',
  guard: { right: 'season_write' },
  audits: ['check.put_aside'],
  impersonation: 'refused',
  params: byId,
  body: namedShape.extend({
    /** of the subject, as shown */
    version: versionShape,
    note: requiredText(500),
  }),
  item: checkShape,
  refusals: [
    catalogRefusals.not_found,
    catalogRefusals.check_changed,
    catalogRefusals.check_stays,
    accountRefusals.refused_while_impersonating,
  ],
});

export const takeCheckBack = endpoint({
  name: 'takeCheckBack',
  summary: 'Take a check back that was put aside; sent again, nothing changes (SE6.3)',
  method: 'POST',
  path: '/admin/seasons/:id/checks/take-back',
  guard: { right: 'season_write' },
  audits: ['check.take_back'],
  impersonation: 'refused',
  params: byId,
  body: namedShape,
  item: checkShape,
  refusals: [
    catalogRefusals.not_found,
    catalogRefusals.check_changed,
    accountRefusals.refused_while_impersonating,
  ],
});
