import { callForOne } from '#app/api/client.ts';
import { useOnce } from '#app/api/use-once.ts';
import {
  createStudent,
  updateStudent,
  uploadStudentPhoto,
  type Student,
} from '#modules/students/students.contract.ts';
import type { CheckedStudent } from './student-form.ts';

/**
 * Saves the fields of a student, without the photo (accounts.md §7); a new student once, also when no answer
 * came.
 * @returns takes the id of the student to change; a new one without it
 */
export function useSaveStudent(): (student: CheckedStudent, id?: number) => Promise<Student> {
  const once = useOnce();
  return async ({ photo: _photo, ...body }, id) => {
    if (id !== undefined) return callForOne(updateStudent, { params: { id }, body });
    return once(body, (headers) => callForOne(createStudent, { headers, body }));
  };
}

/** Sends the photo that was chosen; the newest one is the one that is shown. */
export async function savePhoto(id: number, file: File): Promise<Student> {
  const form = new FormData();
  form.append('file', file);
  return callForOne(uploadStudentPhoto, { params: { id }, body: form });
}
