import { z } from 'zod';
import { idShape, instantShape } from '#kit/endpoint/wire.ts';
import { days, names, words, yesNo } from '#kit/list/filters.ts';
import { listEndpoint } from '#kit/list/list-endpoint.ts';

/** The pages that show a subject of the audit log. */
export const AUDIT_PAGES = [
  'parent',
  'student',
  'staff',
  'order',
  'application',
  'season',
  'school',
  'company',
  'content',
] as const;

const fieldsShape = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).nullable());
export type AuditValues = z.output<typeof fieldsShape>;

export const auditRowShape = z.object({
  id: idShape,
  at: instantShape,
  /** null for the portal itself */
  actor: z.object({ id: idShape, name: z.string() }).nullable(),
  on_behalf_of: z.object({ id: idShape, name: z.string() }).nullable(),
  action: z.string(),
  subject: z.string(),
  /** the name of the subject; null without one */
  name: z.string().nullable(),
  /** the page that shows the subject; `object` opens the form of an object of a season over the page */
  page: z.object({ kind: z.enum(AUDIT_PAGES), id: idShape, object: z.string().nullable() }).nullable(),
  /** the changed fields as they were and as they are; entries of before HE2.1 have them in `detail` */
  before: fieldsShape.nullable(),
  after: fieldsShape.nullable(),
  detail: z.record(z.string(), z.unknown()),
  /** reasons, notes and networks, by name */
  texts: z.record(z.string(), z.string()),
});
export type AuditRow = z.output<typeof auditRowShape>;

export const listAudit = listEndpoint({
  name: 'listAudit',
  summary: 'A page of the audit log, newest first',
  path: '/admin/audit',
  right: 'audit',
  isOfPeople: false,
  row: auditRowShape,
  sorts: { newest: { keys: ['number'] } },
  /**
   * `actor`: name, e-mail or id; `subject`: a prefix, such as `user:12`; `action`: prefixes, of which one
   * fits; `about`: `order:12` and its payments, or `user:12`, what the person did, and children, orders and
   * payments (HE2.4)
   */
  filters: {
    actor: words(),
    action: names(),
    subject: words(),
    about: words(),
    day: days(),
    on_behalf: yesNo(),
  },
});
