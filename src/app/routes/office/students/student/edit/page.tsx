import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate, useParams } from 'react-router';
import { m } from '#i18n/messages.js';
import { shownName } from '#kit/text/full-name.ts';
import { readStudent, type StudentPage } from '#modules/office/people/people.contract.ts';
import { changeStudent, type Student } from '#modules/students/students.contract.ts';
import { removePhotosByStaff } from '#modules/students/photos.contract.ts';
import { isNotFound } from '#app/api/api-error.ts';
import { call, callForOne } from '#app/api/client.ts';
import { LoadedPage } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { useCompanyToday } from '#app/company/use-company-day.ts';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { useVersionedSave } from '#app/forms/use-versioned-save.tsx';
import { ToNotFound } from '#app/orders/use-order.tsx';
import { RecordForm } from '#app/routes/dashboard/record-form.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { forgetUnsavedChanges } from '#app/shell/unsaved-changes.ts';
import { RemovePhoto } from '#app/students/remove-photo.tsx';
import { savePhotoByStaff, savePhotoOf, type StudentUseForm } from '#app/students/save-student.ts';
import { StudentFormFields } from '#app/students/student-form-fields.tsx';
import {
  studentFormShapeOn,
  studentToForm,
  type CheckedStudent,
  type StudentValues,
} from '#app/students/student-form.ts';
import { seenStudent, studentParts } from '#app/students/student-parts.ts';
import { photoOf } from '#app/students/student-portrait.tsx';
import { useStudentQuestion } from '#app/students/use-registered-student.tsx';
import type { Elements } from '#app/ui/elements.ts';
import { Notice } from '#app/ui/notice.tsx';
import { useToast } from '#app/ui/toast.tsx';

export const meta = () => pageTitle(m.student_edit_title());

const pathOf = ({ id }: Pick<Student, 'id'>) => `/admin/students/${id}`;

function useChange(form: StudentUseForm, student: StudentPage) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const say = useToast();
  const question = useStudentQuestion((registered) => {
    forgetUnsavedChanges();
    void navigate(pathOf(registered));
  });
  const saving = useVersionedSave<StudentValues, CheckedStudent, Student>({
    form,
    record: student,
    parts: studentParts,
    toSeen: seenStudent,
    send: ({ photo: _photo, ...fields }, version, { saveAgain }) =>
      question.asking(saveAgain, (is_another) =>
        callForOne(changeStudent, {
          params: { id: student.id },
          body: { ...fields, is_another, version: version! },
        }),
      ),
    onSaved: async (saved) => {
      const isPhotoSaved = await savePhotoOf(saved, form, savePhotoByStaff);
      await queries.invalidateQueries();
      if (!isPhotoSaved) return;
      say(m.student_saved({ name: shownName(saved) }));
      await navigate(pathOf(saved));
    },
  });
  return { save: saving.save, conflict: saving.dialog, question: question.dialog };
}

/** The family's form and rules, filled on the telephone (OF10.4). */
function EditStudent({ student }: { student: StudentPage }) {
  const today = useCompanyToday();
  const shape = useMemo(() => studentFormShapeOn(today), [today]);
  const form = useForm<StudentValues, unknown, CheckedStudent>({
    mode: 'onBlur',
    resolver: schemaResolver(shape, 'student'),
    defaultValues: studentToForm(student),
  });
  const { save, conflict, question } = useChange(form, student);
  const seesCare = useRight('care');
  const photo = seesCare ? photoOf(student) : undefined;
  const remove = () => call(removePhotosByStaff, { params: { id: student.id } });
  return (
    <RecordForm
      title={m.student_edit_of({ name: shownName(student) })}
      form={form}
      onSave={save}
      list={pathOf(student)}
    >
      {conflict satisfies Elements}
      {question satisfies Elements}
      <Notice title={m.student_edit_mailed()} />
      <StudentFormFields
        addresses={[]}
        currentPhoto={photo && { ...photo, action: <RemovePhoto student={student} remove={remove} /> }}
      />
    </RecordForm>
  );
}

export default function EditStudentPage() {
  const { student_id = '' } = useParams();
  const query = useItems(readStudent, { params: { id: student_id } }, { refetchOnWindowFocus: false });
  if (isNotFound(query.error)) return <ToNotFound />;
  return (
    <LoadedPage query={query} title={m.student_edit_title()} loading={m.office_loading()}>
      {([student]) => student && <EditStudent key={student.id} student={student} />}
    </LoadedPage>
  );
}
