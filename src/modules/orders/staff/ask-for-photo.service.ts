import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { studentRefusals } from '#modules/students/students.refusals.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import { enqueueOnce } from '#platform/outbox/enqueue-once.ts';
import { findPhotoChild } from './ask-for-photo.queries.ts';

/**
 * Once per company day (OF1.11).
 * @throws student_not_found, photo_there, no_contract, mailed_today
 */
export async function askForPhoto(tx: Tx, clock: Clock, staff: Viewer, student_id: number): Promise<void> {
  const child = await findPhotoChild(tx, student_id, true);
  if (!child) throw new Refusal(studentRefusals.student_not_found);
  if (child.has_photo) throw new Refusal(orderRefusals.photo_there);
  if (!child.has_contract) throw new Refusal(orderRefusals.no_contract);
  const { user_id } = child;
  const mail = {
    kind: 'orders.photo_asked',
    ref: `${student_id}-${clock.today()}`,
    payload: { student_id, user_id },
  };
  if (!(await enqueueOnce(tx, clock.now(), mail))) throw new Refusal(accountRefusals.mailed_today);
  await writeAudit(tx, clock.now(), staff, { action: 'student.ask_photo', subject: `student:${student_id}` });
}
