import type { UseFormReturn } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { shownName } from '#kit/text/full-name.ts';
import { sentencesOf } from '#app/api/api-error.ts';
import { call, callForOne } from '#app/api/client.ts';
import { useOnce } from '#app/api/use-once.ts';
import { createStudent, updateStudent, type Student } from '#modules/students/students.contract.ts';
import { uploadPhotoByStaff, uploadStudentPhoto } from '#modules/students/photos.contract.ts';
import { smallPhoto } from './small-photo.ts';
import type { CheckedStudent, StudentValues } from './student-form.ts';

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

async function photoForm(file: File): Promise<FormData> {
  const form = new FormData();
  form.append('file', await smallPhoto(file), file.name);
  return form;
}

export const savePhoto = async (id: number, file: File): Promise<Student> =>
  callForOne(uploadStudentPhoto, { params: { id }, body: await photoForm(file) });

export async function savePhotoByStaff(id: number, file: File): Promise<void> {
  await call(uploadPhotoByStaff, { params: { id }, body: await photoForm(file) });
}

export type StudentUseForm = UseFormReturn<StudentValues, unknown, CheckedStudent>;

/** Saves the chosen photo of a saved student; a refusal is shown at the field. */
export async function savePhotoOf(
  saved: Student,
  form: StudentUseForm,
  save: (id: number, file: File) => Promise<unknown>,
): Promise<boolean> {
  const file = form.getValues('photo')?.[0];
  try {
    if (file) await save(saved.id, file);
    return true;
  } catch (error) {
    const message = m.dashboard_student_photo_failed({ name: shownName(saved) });
    form.setError('photo', { type: 'custom', message: sentencesOf(error).join(' ') });
    form.setError('root.server', { type: 'server', message });
    return false;
  }
}
