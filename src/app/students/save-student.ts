import { callForOne } from '#app/api/client.ts';
import { useOnce } from '#app/api/use-once.ts';
import {
  createStudent,
  updateStudent,
  uploadStudentPhoto,
  type Student,
} from '#modules/students/students.contract.ts';
import { smallPhoto } from './small-photo.ts';
import type { CheckedStudent } from './student-form.ts';

export type ReadStudent = Pick<Student, 'id' | 'version'>;

/**
 * Without the photo (accounts.md §7); a new student once, even after a lost answer.
 * @returns takes the student as read for a change; creates a student without. `is_another` is the answer to
 *   the question of `useRegisteredStudent`
 */
export function useSaveStudent() {
  const once = useOnce();
  return async (
    { photo: _photo, ...fields }: CheckedStudent,
    { read, is_another }: { read?: ReadStudent; is_another: boolean },
  ): Promise<Student> => {
    const body = { ...fields, is_another };
    if (read) {
      const { id, version } = read;
      return callForOne(updateStudent, { params: { id }, body: { ...body, version } });
    }
    return once(body, (headers) => callForOne(createStudent, { headers, body }));
  };
}

export async function savePhoto(id: number, file: File): Promise<Student> {
  const form = new FormData();
  form.append('file', await smallPhoto(file), file.name);
  return callForOne(uploadStudentPhoto, { params: { id }, body: form });
}
