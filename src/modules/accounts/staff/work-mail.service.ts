import type { Viewer } from '#kit/endpoint/viewer.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import { findWorkMail, saveWorkMail } from './work-mail.queries.ts';

export { findWorkMail, findWorkMailReader, listWorkMailReaders } from './work-mail.queries.ts';
export type { WorkMailReader } from './work-mail.queries.ts';

export async function saveOwnWorkMail(tx: Tx, now: Date, viewer: Viewer, is_on: boolean): Promise<void> {
  const before = await findWorkMail(tx, viewer.user_id);
  await saveWorkMail(tx, viewer.user_id, is_on);
  await writeAudit(tx, now, viewer, {
    action: 'staff.work_mail',
    subject: `user:${viewer.user_id}`,
    before: { is_on: before },
    after: { is_on },
  });
}
