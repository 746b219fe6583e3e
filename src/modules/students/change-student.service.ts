import { Refusal } from '#kit/refusal.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import { changedFields } from './changed-fields.ts';
import type { ChangedStudent, Student } from './students.contract.ts';
import { studentRefusals } from './students.refusals.ts';
import { findOwner } from './students.queries.ts';
import { listStudents, updateStudent, type CompareAgain, type StudentWriteDeps } from './students.service.ts';

type Deps = StudentWriteDeps & { compareAgain: CompareAgain };

/**
 * Staff change a student by the family's form and rules; the family is mailed which fields changed (OF10.4).
 * @throws Refusal student_not_found, and those of `updateStudent`
 */
export async function changeStudent(
  tx: Tx,
  asked: Deps,
  student_id: number,
  fields: ChangedStudent,
): Promise<Student> {
  const owner = await findOwner(tx, student_id);
  if (!owner) throw new Refusal(studentRefusals.student_not_found);
  const { user_id } = owner;
  const asFamily = { ...asked, viewer: { ...asked.viewer, user_id } };
  const [before] = await listStudents(tx, asFamily, student_id);
  const after = await updateStudent(tx, asFamily, student_id, fields);
  const changed = changedFields(before!, after);
  if (changed.length === 0) return after;
  await enqueue(tx, asked.now, {
    kind: 'students.changed_by_staff',
    ref: `${student_id}-${after.version}`,
    payload: { student_id, user_id, fields: changed },
  });
  await writeAudit(tx, asked.now, asked.viewer, {
    action: 'student.change',
    subject: `student:${student_id}`,
    before: { version: before!.version },
    after: { version: after.version },
    detail: { fields: changed.join(', ') },
  });
  return after;
}
