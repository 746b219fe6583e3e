import type { PlainDate } from '#kit/plain-date.ts';
import { requiredIf } from '#kit/rules/presence.ts';
import type { StudentValues } from '#app/students/student-form.ts';
import { studentFormShapeOn } from '#app/students/student-form.ts';
import { emptyStudent, type StudentDraft } from '#app/routes/contract/wizard/draft.ts';

/** The photo is required only by some programs, and only without a stored photo. */
export function wizardStudentShape(isPhotoMissing: boolean, today: PlainDate) {
  return studentFormShapeOn(today).check(requiredIf<{ photo?: unknown }>('photo', () => isPhotoMissing));
}

/** The photo is not stored; null becomes blank. */
export function draftOfForm(id: number | null, values: Partial<StudentValues>): StudentDraft {
  const blank = emptyStudent();
  const kept = Object.entries(blank).map(([field, empty]) => [
    field,
    values[field as keyof StudentValues] ?? empty,
  ]);
  return { ...(Object.fromEntries(kept) as StudentDraft), id };
}
