import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate, useParams } from 'react-router';
import { m } from '#i18n/messages.js';
import { listAddresses, listStudents, type Student } from '#modules/students/students.contract.ts';
import { removeStudentPhotos } from '#modules/students/photos.contract.ts';
import { callForOne } from '#app/api/client.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { itemsKey, useItems } from '#app/api/use-items.ts';
import { useCompanyToday } from '#app/company/use-company-day.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { RecordForm, RecordNotFound } from '#app/routes/dashboard/record-form.tsx';
import { useVersionedSave } from '#app/forms/use-versioned-save.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { forgetUnsavedChanges } from '#app/shell/unsaved-changes.ts';
import { RemovePhoto } from '#app/students/remove-photo.tsx';
import { savePhoto, savePhotoOf, useSaveStudent, type StudentUseForm } from '#app/students/save-student.ts';
import { StudentFormFields } from '#app/students/student-form-fields.tsx';
import {
  emptyStudent,
  studentFormShapeOn,
  studentToForm,
  type CheckedStudent,
  type StudentValues,
} from '#app/students/student-form.ts';
import { seenStudent, studentParts } from '#app/students/student-parts.ts';
import { photoOf } from '#app/students/student-portrait.tsx';
import { useStudentQuestion } from '#app/students/use-registered-student.tsx';
import { fullName } from '#kit/text/full-name.ts';
import { useToast } from '#app/ui/toast.tsx';
import type { Elements } from '#app/ui/elements.ts';

type Params = { params: { student_id?: string } };

export const meta = ({ params }: Params) =>
  pageTitle(params.student_id ? m.shell_title_edit_student() : m.shell_title_create_student());

function useStudentSave(form: StudentUseForm, known: Student | undefined) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const say = useToast();
  const saveStudent = useSaveStudent();
  // After a refused photo of a new student, another attempt changes the same student.
  const id = useRef(known?.id);
  const question = useStudentQuestion(({ id: registered }) => {
    forgetUnsavedChanges();
    void navigate(`/dashboard/students/edit/${registered}`);
  });
  const saving = useVersionedSave<StudentValues, CheckedStudent, Student>({
    form,
    record: known,
    parts: studentParts,
    toSeen: seenStudent,
    send: (values, version, { saveAgain }) => {
      const isNew = id.current === undefined || version === undefined;
      const read = isNew ? undefined : { id: id.current!, version };
      return question.asking(saveAgain, (is_another) => saveStudent(values, { read, is_another }));
    },
    onSaved: async (saved) => {
      id.current = saved.id;
      const name = fullName(saved);
      const isPhotoSaved = await savePhotoOf(saved, form, savePhoto).finally(() =>
        queryClient.invalidateQueries({ queryKey: itemsKey(listStudents) }),
      );
      if (!isPhotoSaved) return;
      say(known ? m.dashboard_student_saved({ name }) : m.dashboard_student_created({ name }));
      await navigate('/dashboard/students');
    },
  });
  return { save: saving.save, conflict: saving.dialog, question: question.dialog };
}

type StudentEditorProps = { title: string; initial: StudentValues; known?: Student };

/** The form of a new or a known student; both return to the list (accounts.md §2). */
function StudentEditor({ title, initial, known }: StudentEditorProps) {
  const today = useCompanyToday();
  const shape = useMemo(() => studentFormShapeOn(today), [today]);
  const form = useForm<StudentValues, unknown, CheckedStudent>({
    mode: 'onBlur',
    resolver: schemaResolver(shape, 'student'),
    defaultValues: initial,
  });
  const addresses = useItems(listAddresses, { params: {} });
  const { save, conflict, question } = useStudentSave(form, known);
  const photo = known && photoOf(known);
  const remove = () => callForOne(removeStudentPhotos, { params: { id: known!.id } });
  return (
    <RecordForm title={title} form={form} onSave={save} list="/dashboard/students">
      {conflict satisfies Elements}
      {question satisfies Elements}
      <StudentFormFields
        addresses={addresses.data ?? []}
        currentPhoto={photo && { ...photo, action: <RemovePhoto student={known} remove={remove} /> }}
      />
    </RecordForm>
  );
}

function NewStudent() {
  const { user } = useAuth();
  return <StudentEditor title={m.dashboard_student_create_title()} initial={emptyStudent(user)} />;
}

function KnownStudent({ student_id }: { student_id: string }) {
  const students = useItems(listStudents, { params: {} });
  const title = m.dashboard_student_edit_title();
  return (
    <Loaded query={students} loading={m.dashboard_students_loading()}>
      {(list) => {
        const student = list.find((each) => String(each.id) === student_id);
        if (student)
          return (
            <StudentEditor key={student.id} title={title} initial={studentToForm(student)} known={student} />
          );
        return (
          <RecordNotFound
            title={title}
            text={m.dashboard_student_not_found()}
            list="/dashboard/students"
            listText={m.dashboard_student_all()}
          />
        );
      }}
    </Loaded>
  );
}

export default function StudentPage() {
  const { student_id } = useParams();
  return student_id ? <KnownStudent student_id={student_id} /> : <NewStudent />;
}
