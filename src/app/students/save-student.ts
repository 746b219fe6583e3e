import { callForOne } from '#app/api/client.ts';
import { useOnce } from '#app/api/use-once.ts';
import {
  createStudent,
  updateStudent,
  uploadStudentPhoto,
  type Student,
} from '#modules/students/students.contract.ts';
import type { CheckedStudent } from './student-form.ts';

/** A registered student as the form was filled from it. */
export type ReadStudent = Pick<Student, 'id' | 'version'>;

/**
 * Saves the fields of a student, without the photo (accounts.md §7); a new student once, also when no answer
 * came.
 * @returns takes the student to change, as it was read; a new one without it
 */
export function useSaveStudent(): (student: CheckedStudent, read?: ReadStudent) => Promise<Student> {
  const once = useOnce();
  return async ({ photo: _photo, ...body }, read) => {
    if (read) {
      const { id, version } = read;
      return callForOne(updateStudent, { params: { id }, body: { ...body, version } });
    }
    return once(body, (headers) => callForOne(createStudent, { headers, body }));
  };
}

/** Sends the photo that was chosen; the newest one is the one that is shown. */
export async function savePhoto(id: number, file: File): Promise<Student> {
  const form = new FormData();
  form.append('file', file);
  return callForOne(uploadStudentPhoto, { params: { id }, body: form });
}
