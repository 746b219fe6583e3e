import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { listObjects, type ListedObject } from '#modules/catalog/changes/object-list.contract.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { FormButtons } from '#app/forms/form-buttons.tsx';
import { Form } from '#app/forms/form.tsx';
import { shownName } from '#app/routes/office/season/objects/object-list.tsx';
import type { TypedFields } from '#app/routes/office/season/objects/typed-fields.ts';
import { useMayWrite } from '#app/routes/office/season/objects/use-may-write.ts';
import { useSaveUnasked } from '#app/routes/office/season/save-changes.ts';
import { FIRST_GRADES, GradeFields } from '#app/routes/office/season/set-up/grade-fields.tsx';
import { gradeChanges } from '#app/routes/office/season/set-up/set-up-changes.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { useToast } from '#app/ui/toast.tsx';

type GradesProps = { program: ListedObject; onClose: () => void };

function GradesForm({ program, grades, onClose }: GradesProps & { grades: readonly ListedObject[] }) {
  const form = useForm<TypedFields>({ defaultValues: FIRST_GRADES });
  const save = useSaveUnasked();
  const say = useToast();
  async function submit(typed: TypedFields) {
    const changes = gradeChanges(typed, program.id, grades.map(shownName));
    if (changes.length === 0) return say(m.office_object_unchanged());
    // A grade that a family may choose from now on changes nothing of what a family has.
    await save(changes, { doneText: m.office_school_grades_added({ n: changes.length }) });
    onClose();
  }
  return (
    <Form form={form} label={m.office_school_add_grades()} onSubmit={submit} className="grid gap-4">
      <GradeFields />
      <FormButtons
        submitText={m.office_school_add_grades()}
        cancelText={m.office_cancel()}
        onCancel={onClose}
      />
    </Form>
  );
}

/** Waits for the grades of the program, which are not added again. */
function GradesDialog(props: GradesProps) {
  const { program, onClose } = props;
  const grades = useItems(listObjects, { params: { kind: 'grade' }, query: { parent: program.id } });
  return (
    <Dialog open title={m.office_school_grades_of({ program: shownName(program) })} onClose={onClose}>
      <Loaded query={grades} loading={m.office_loading()}>
        {(all) => <GradesForm {...props} grades={all} />}
      </Loaded>
    </Dialog>
  );
}

/** Adds a list of grades to a program in one change set. */
export function AddGrades({ program }: Pick<GradesProps, 'program'>) {
  const [isOpen, setOpen] = useState(false);
  if (!useMayWrite('grade')) return null;
  return (
    <div className="mt-3">
      <Button
        look="secondary"
        size="small"
        aria-label={m.office_school_grades_of({ program: shownName(program) })}
        onClick={() => setOpen(true)}
      >
        {m.office_school_add_grades()}
      </Button>
      {isOpen && <GradesDialog program={program} onClose={() => setOpen(false)} />}
    </div>
  );
}
