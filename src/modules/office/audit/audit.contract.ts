import { z } from 'zod';
import { idShape, instantShape } from '#kit/endpoint/wire.ts';
import { listEndpoint, searchText } from '#kit/list/list-endpoint.ts';

export const auditRowShape = z.object({
  id: idShape,
  at: instantShape,
  /** null for the portal itself */
  actor: z.object({ id: idShape, name: z.string() }).nullable(),
  on_behalf_of: z.object({ id: idShape, name: z.string() }).nullable(),
  action: z.string(),
  subject: z.string(),
  detail: z.record(z.string(), z.unknown()),
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
  /** `actor`: name, e-mail or id; `subject`, `action`: a prefix, such as `user:12` */
  filters: { actor: searchText, subject: searchText, action: searchText },
});
