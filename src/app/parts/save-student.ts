import { callForOne } from '../api/client.ts';
import { createStudent, updateStudent, uploadStudentPhoto, type Student } from '#modules/students/students.contract.ts';
import type { CheckedStudent } from './student-form.ts';

/**
 * Saves the fields, then the photo when one was chosen, each in its own call (accounts.md §7).
 * @param id  the student to change; a new one without it
 * @throws ApiError when a call is refused; the fields may have been saved before the photo was refused
 */
export async function saveStudent(values: CheckedStudent, id?: number): Promise<Student> {
  const { photo, ...body } = values;
  const saved =
    id === undefined ? await callForOne(createStudent, { body }) : await callForOne(updateStudent, { params: { id }, body });
  const file = photo?.[0];
  if (!file) return saved;
  const form = new FormData();
  form.append('file', file);
  return callForOne(uploadStudentPhoto, { params: { id: saved.id }, body: form });
}
