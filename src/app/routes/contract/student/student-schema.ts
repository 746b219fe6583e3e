import type { PlainDate } from '#kit/plain-date.ts';
import { requiredIf } from '#kit/rules/presence.ts';
import type { StudentValues } from '#app/students/student-form.ts';
import { studentFormShapeOn } from '#app/students/student-form.ts';
import { emptyStudent, type StudentDraft } from '#app/routes/contract/wizard/draft.ts';

/** The wizard's student form: the photo is required only where the program asks for one and none exists. */
export function wizardStudentShape(isPhotoMissing: boolean, today: PlainDate) {
  return studentFormShapeOn(today).check(requiredIf<{ photo?: unknown }>('photo', () => isPhotoMissing));
}

/** What is kept of the form: everything but the photo, nulls as blanks. */
export function draftOfForm(id: number | null, values: Partial<StudentValues>): StudentDraft {
  const blank = emptyStudent();
  const kept = Object.entries(blank).map(([field, empty]) => [
    field,
    values[field as keyof StudentValues] ?? empty,
  ]);
  return { ...(Object.fromEntries(kept) as StudentDraft), id };
}
