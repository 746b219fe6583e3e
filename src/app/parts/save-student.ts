import { callForOne } from '../api/client.ts';
import { createStudent, updateStudent, uploadStudentPhoto, type Student } from '#modules/students/students.contract.ts';
import type { CheckedStudent } from './student-form.ts';

/**
 * Saves the fields of a student, without the photo (accounts.md §7).
 * @param id  the student to change; a new one without it
 */
export async function saveStudentFields({ photo: _photo, ...body }: CheckedStudent, id?: number): Promise<Student> {
  return id === undefined ? callForOne(createStudent, { body }) : callForOne(updateStudent, { params: { id }, body });
}

/** Sends the photo that was chosen; the newest one is the one that is shown. */
export async function savePhoto(id: number, file: File): Promise<Student> {
  const form = new FormData();
  form.append('file', file);
  return callForOne(uploadStudentPhoto, { params: { id }, body: form });
}
