import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { m } from '#i18n/messages.js';
import { listAddresses, listStudents, type Student } from '#modules/students/students.contract.ts';
import { sentencesOf } from '#app/api/api-error.ts';
import { itemsKey, useItems } from '#app/api/use-items.ts';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { PageHead } from '#app/ui/page-head.tsx';
import { savePhoto, useSaveStudent } from '#app/students/save-student.ts';
import { StudentAddress } from '#app/students/student-address.tsx';
import { FormSection } from '#app/forms/form-section.tsx';
import { CustodyFields, GuardianFields, StudentFields } from '#app/students/student-fields.tsx';
import { studentFormShape, type CheckedStudent, type StudentValues } from '#app/students/student-form.ts';
import { fullName } from '#kit/text/full-name.ts';
import { photoOf } from '#app/students/student-portrait.tsx';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { useToast } from '#app/ui/toast.tsx';

type StudentEditorProps = { title: string; initial: StudentValues; known?: Student };

/** The form of a new or a known student; both return to the list (accounts.md §2). */
export function StudentEditor({ title, initial, known }: StudentEditorProps) {
  const form = useForm<StudentValues, unknown, CheckedStudent>({
    mode: 'onBlur',
    resolver: schemaResolver(studentFormShape),
    defaultValues: initial,
  });
  const addresses = useItems(listAddresses, { params: {} });
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const say = useToast();
  const saveStudent = useSaveStudent();
  // When the photo is refused after the student was made, the next try must change that one.
  const savedId = useRef(known?.id);
  async function save(values: CheckedStudent) {
    const saved = await saveStudent(values, savedId.current);
    savedId.current = saved.id;
    const name = fullName(saved);
    const file = values.photo?.[0];
    try {
      if (file) await savePhoto(saved.id, file);
    } catch (error) {
      form.setError('photo', { type: 'custom', message: sentencesOf(error).join(' ') });
      form.setError('root.server', { type: 'server', message: m.dashboard_student_photo_failed({ name }) });
      return;
    } finally {
      await queryClient.invalidateQueries({ queryKey: itemsKey(listStudents) });
    }
    say(known ? m.dashboard_student_saved({ name }) : m.dashboard_student_created({ name }));
    await navigate('/dashboard/students');
  }
  return (
    <>
      <PageHead title={title} />
      <Form form={form} onSubmit={save} label={title} className="grid max-w-form gap-8">
        <StudentFields currentPhoto={known && photoOf(known)} />
        <GuardianFields />
        <FormSection title={m.account_part_address()}>
          <div className="sm:col-span-2">
            <StudentAddress saved={addresses.data ?? []} />
          </div>
        </FormSection>
        <CustodyFields />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={form.formState.isSubmitting}>
            {m.dashboard_save()}
          </Button>
          <LinkButton to="/dashboard/students" look="secondary">
            {m.dashboard_cancel()}
          </LinkButton>
        </div>
      </Form>
    </>
  );
}
