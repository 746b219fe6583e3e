import { useMemo, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useForm, useFormContext } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { shownName } from '#kit/text/full-name.ts';
import { readParent, type Parent } from '#modules/office/people/people.contract.ts';
import { registerStudent, type Student } from '#modules/students/students.contract.ts';
import { callForOne } from '#app/api/client.ts';
import { itemsKey } from '#app/api/use-items.ts';
import { useOnce } from '#app/api/use-once.ts';
import { useCompanyToday } from '#app/company/use-company-day.ts';
import { FormButtons } from '#app/forms/form-buttons.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { showServerErrors } from '#app/forms/server-errors.ts';
import { StudentFormFields } from '#app/students/student-form-fields.tsx';
import {
  emptyStudent,
  studentFormShapeOn,
  type CheckedStudent,
  type StudentValues,
} from '#app/students/student-form.ts';
import { useStudentQuestion } from '#app/students/use-registered-student.tsx';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import type { Elements } from '#app/ui/elements.ts';
import { useToast } from '#app/ui/toast.tsx';
import type { Sale } from './sale.ts';

type NewChildProps = { parent: Parent; onAdded: (student: Student) => void };

function useNewChild({ parent, onAdded }: NewChildProps) {
  const today = useCompanyToday();
  const once = useOnce();
  const say = useToast();
  const queries = useQueryClient();
  const shape = useMemo(() => studentFormShapeOn(today), [today]);
  const form = useForm<StudentValues, unknown, CheckedStudent>({
    mode: 'onBlur',
    resolver: schemaResolver(shape, 'student'),
    defaultValues: emptyStudent(parent),
  });
  const take = async (student: Student) => {
    await queries.invalidateQueries({ queryKey: itemsKey(readParent) });
    onAdded(student);
  };
  const question = useStudentQuestion((student) => void take(student));
  async function save(checked: CheckedStudent): Promise<void> {
    const { photo: _photo, ...fields } = checked;
    const saveAgain = () => void save(checked).catch((error) => showServerErrors(form, error));
    const added = await question.asking(saveAgain, (is_another) => {
      const body = { ...fields, is_another };
      const params = { id: parent.id };
      return once(body, (headers) => callForOne(registerStudent, { params, headers, body }));
    });
    if (!added) return;
    say(m.office_sell_child_added({ name: shownName(added) }));
    await take(added);
  }
  return { form, save, dialog: question.dialog };
}

function NewChildDialog({ onClose, ...added }: NewChildProps & { onClose: () => void }) {
  const { form, save, dialog } = useNewChild(added);
  return (
    <Dialog open size="side" title={m.office_sell_new_child()} onClose={onClose}>
      {dialog satisfies Elements}
      <Form form={form} label={m.office_sell_new_child()} onSubmit={save} className="grid gap-8">
        <StudentFormFields photo="hidden" addresses={added.parent.addresses} />
        <FormButtons
          submitText={m.office_sell_new_child_button()}
          cancelText={m.office_cancel()}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}

/** The family's form of a student, filled on the telephone; the sale goes to the new child (OF3.1). */
export function NewChild({ parent }: { parent: Parent }) {
  const [isOpen, setOpen] = useState(false);
  const { setValue } = useFormContext<Sale>();
  const close = () => setOpen(false);
  return (
    <>
      <Button look="secondary" className="justify-self-start" onClick={() => setOpen(true)}>
        {m.office_sell_new_child()}
      </Button>
      {isOpen && (
        <NewChildDialog
          parent={parent}
          onClose={close}
          onAdded={({ id }) => {
            close();
            setValue('student_id', String(id));
          }}
        />
      )}
    </>
  );
}
