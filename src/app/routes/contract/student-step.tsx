import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { itemsKey, useItems } from '#app/api/use-items.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { showServerErrors } from '#app/forms/server-errors.ts';
import {
  listAddresses,
  listStudents,
  type Address,
  type Student,
} from '#modules/students/students.contract.ts';
import { StudentAddress } from '#app/parts/student-address.tsx';
import { FormPart } from '#app/parts/form-part.tsx';
import { CustodyFields, GuardianFields, StudentFields, type PhotoRule } from '#app/parts/student-fields.tsx';
import type { CheckedStudent, StudentValues } from '#app/parts/student-form.ts';
import { photoOf } from '#app/parts/student-portrait.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { ExistingStudent } from './existing-student.tsx';
import { LoadFailed } from './load-failed.tsx';
import { useSaveAddressAndStudent } from './use-save-student.ts';
import { StepForm } from './step-form.tsx';
import { StepLoading } from './step-loading.tsx';
import { draftOfForm, wizardStudentShape } from './student-schema.ts';
import { keepKnownStudent, prefillGuardian } from './transitions.ts';
import { focusFirstField } from './use-problems.ts';
import { useWizard } from './wizard-context.ts';

/** Keeps the draft in step with what is typed, without the photo. */
function KeepInDraft() {
  const { change } = useWizard();
  const values = useWatch<StudentValues>();
  useEffect(() => {
    change((known) => ({ ...known, student: draftOfForm(known.student.id, values) }));
  }, [values, change]);
  return null;
}

type Loaded = { students: readonly Student[]; addresses: readonly Address[] };

/** The field is there only where the program asks for a photo; one that is stored may be replaced. */
function photoRule(isRequired: boolean, isMissing: boolean): PhotoRule {
  if (!isRequired) return 'hidden';
  return isMissing ? 'required' : 'optional';
}

function useStudentForm(students: readonly Student[]) {
  const { draft, offer } = useWizard();
  const { user } = useAuth();
  const isPhotoRequired = Boolean(offer.periodProgram?.is_photo_required);
  const known = students.find((student) => student.id === draft.student.id);
  const currentPhoto = known && photoOf(known);
  const isPhotoMissing = isPhotoRequired && !currentPhoto;
  const { id: _, ...typed } = user ? prefillGuardian(draft.student, user) : draft.student;
  const form = useForm<StudentValues, unknown, CheckedStudent>({
    mode: 'onBlur',
    // The step takes the focus to the first field at fault itself, in the order of the page.
    shouldFocusError: false,
    resolver: schemaResolver(wizardStudentShape(isPhotoMissing)),
    defaultValues: typed as StudentValues,
  });
  return { form, photo: photoRule(isPhotoRequired, isPhotoMissing), currentPhoto };
}

function StudentForm({ students, addresses }: Loaded) {
  const { draft, change, offer, goTo, setBusy } = useWizard();
  const queries = useQueryClient();
  const saveAddressAndStudent = useSaveAddressAndStudent();
  const { form, photo, currentPhoto } = useStudentForm(students);
  const [hasTried, setTried] = useState(false);
  const { id } = draft.student;
  const { errors } = form.formState;
  // Whoever left the step while it was saved, by the browser's Back, is not taken on.
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => void (isHere.current = false);
  }, []);
  const general = errors.root?.server?.message;

  // From here on the student is an existing one, also when the photo is refused afterwards.
  function keep(saved: Student): void {
    queries.setQueryData<readonly Student[]>(itemsKey(listStudents, { params: {} }), (known = []) => [
      ...known.filter((each) => each.id !== saved.id),
      saved,
    ]);
    change((known) => ({ ...known, student: draftOfForm(saved.id, form.getValues()) }));
  }
  async function save(student: CheckedStudent): Promise<void> {
    setBusy(m.contract_saving_student());
    try {
      await saveAddressAndStudent({
        id,
        student,
        onAddressSaved: (address) => form.setValue('address_id', address),
        onStudentSaved: keep,
      });
      await Promise.all([
        queries.invalidateQueries({ queryKey: [listStudents.name] }),
        queries.invalidateQueries({ queryKey: [listAddresses.name] }),
      ]);
      if (isHere.current) goTo(2);
    } catch (error) {
      showServerErrors(form, error);
    } finally {
      setBusy(null);
    }
  }
  return (
    <FormProvider {...form}>
      <KeepInDraft />
      <StepForm
        hasProblems={hasTried && Object.keys(errors).some((name) => name !== 'root')}
        onNext={() => {
          setTried(true);
          form.clearErrors('root');
          void form.handleSubmit(save, (found) => focusFirstField(Object.keys(found)))();
        }}
      >
        {general && <ErrorSummary entries={[{ message: general }]} />}
        <ExistingStudent students={students} />
        <StudentFields
          photo={photo}
          currentPhoto={currentPhoto}
          showExitAlone={Boolean(offer.periodProgram?.allow_student_exit_bus_alone)}
        />
        <FormPart title={m.account_part_address()}>
          <div className="sm:col-span-2">
            <StudentAddress saved={addresses} />
          </div>
        </FormPart>
        <GuardianFields />
        <CustodyFields />
      </StepForm>
    </FormProvider>
  );
}

/** Step 1: who rides, where they live and who looks after them (contracts.md §2). */
export function StudentStep() {
  const { draft, change, offer } = useWizard();
  const students = useItems(listStudents, { params: {} });
  const addresses = useItems(listAddresses, { params: {} });
  const { id } = draft.student;
  const list = students.isFetching ? undefined : students.data;
  useEffect(() => {
    if (list)
      change((known) =>
        keepKnownStudent(
          known,
          list.map((student) => student.id),
        ),
      );
  }, [id, list, change]);
  const failed = [students, addresses].find((read) => read.isError && read.data === undefined);
  if (failed)
    return (
      <LoadFailed
        error={failed.error}
        retry={() => void Promise.all([students.refetch(), addresses.refetch()])}
      />
    );
  // What the program asks of a student, such as a photo, is part of the form; a failure to read it is told
  // above the step.
  if (!offer.periodProgram && offer.error) return null;
  if (students.isPending || addresses.isPending || !offer.periodProgram) {
    return (
      <StepLoading>
        <Spinner label={m.contract_loading_students()} />
      </StepLoading>
    );
  }
  return <StudentForm students={students.data ?? []} addresses={addresses.data ?? []} />;
}
