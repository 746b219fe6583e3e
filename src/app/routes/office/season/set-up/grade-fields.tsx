import { useWatch } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { FormRadios, FormTextarea } from '#app/forms/fields.tsx';
import type { TypedFields } from '#app/routes/office/season/objects/typed-fields.ts';
import { GRADE_LISTS, type GradeList } from './proposals.ts';

const GRADE_TEXTS: Readonly<Record<GradeList, () => string>> = {
  k_5: m.office_set_up_grades_k_5,
  '6_8': m.office_set_up_grades_6_8,
  '9_12': m.office_set_up_grades_9_12,
  typed: m.office_set_up_grades_typed,
};

export const FIRST_GRADES: TypedFields = { grades: 'k_5', typed_grades: '' };

function TypedGrades() {
  const list: unknown = useWatch({ name: 'grades' });
  if (list !== 'typed') return null;
  return (
    <FormTextarea
      name="typed_grades"
      label={m.office_set_up_typed_grades()}
      note={m.office_object_hint_texts()}
      rows={4}
    />
  );
}

/** The usual lists of grades, or a typed one. */
export function GradeFields() {
  return (
    <>
      <FormRadios
        name="grades"
        label={m.office_set_up_grades()}
        choices={GRADE_LISTS.map((value) => ({ value, label: GRADE_TEXTS[value]() }))}
      />
      <TypedGrades />
    </>
  );
}
