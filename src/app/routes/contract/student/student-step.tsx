import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { itemsKey, useItems } from '#app/api/use-items.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import type { Seen } from '#app/forms/edit-conflict.ts';
import { showServerErrors } from '#app/forms/server-errors.ts';
import { useEditConflict } from '#app/forms/use-edit-conflict.tsx';
import {
  listAddresses,
  listStudents,
  type Address,
  type Student,
} from '#modules/students/students.contract.ts';
import { StudentAddress } from '#app/students/student-address.tsx';
import { FormSection } from '#app/forms/form-section.tsx';
import {
  CustodyFields,
  GuardianFields,
  StudentFields,
  type PhotoRule,
} from '#app/students/student-fields.tsx';
import { type CheckedStudent, type StudentValues } from '#app/students/student-form.ts';
import { seenStudent, studentParts } from '#app/students/student-parts.ts';
import { photoOf } from '#app/students/student-portrait.tsx';
import { ErrorSummary } from '#app/ui/fields/error-summary.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { ExistingStudent, useDraftStudent } from './existing-student.tsx';
import { LoadFailed, StepForm, StepLoading } from '#app/routes/contract/step/step-form.tsx';
import { draftOfForm, wizardStudentShape } from './student-schema.ts';
import { keepKnownStudent, prefillStudent, takeStudent } from '#app/routes/contract/wizard/transitions.ts';
import { focusFirstField } from '#app/routes/contract/step/use-problems.ts';
import type { Draft } from '#app/routes/contract/wizard/draft.ts';
import { useIsChildAsked } from '#app/routes/contract/wizard/use-proposal.ts';
import { useWizard } from '#app/routes/contract/wizard/wizard-context.ts';
import { useSaveAddress } from '#app/addresses/use-save-address.ts';
import { savePhoto, useSaveStudent, type ReadStudent } from '#app/students/save-student.ts';
import { useRegisteredStudent } from '#app/students/use-registered-student.tsx';
import type { Elements } from '#app/ui/elements.ts';

type Saving = {
  read: ReadStudent | undefined;
  is_another: boolean;
  student: CheckedStudent;
  onAddressSaved: (address_id: number) => void;
  onStudentSaved: (saved: Student) => void;
};

function KeepInDraft() {
  const { change } = useWizard();
  const values = useWatch<StudentValues>();
  useEffect(() => {
    change((known) => ({ ...known, student: draftOfForm(known.student.id, values) }));
  }, [values, change]);
  return null;
}

type Loaded = { students: readonly Student[]; addresses: readonly Address[] };

/** Only programs with required photos have the field; a stored photo may be replaced. */
function photoRule(isRequired: boolean, isMissing: boolean): PhotoRule {
  if (!isRequired) return 'hidden';
  return isMissing ? 'required' : 'optional';
}

function useStudentForm(students: readonly Student[]) {
  const { draft, offer, school } = useWizard();
  const { user } = useAuth();
  const is_photo_required = Boolean(offer.periodProgram?.is_photo_required);
  const known = students.find((student) => student.id === draft.student.id);
  const currentPhoto = known && photoOf(known);
  const isPhotoMissing = is_photo_required && !currentPhoto;
  const { id: _, ...typed } = prefillStudent(draft.student, user, school.group.division.state);
  const form = useForm<StudentValues, unknown, CheckedStudent>({
    mode: 'onBlur',
    // The step focuses the first wrong field in the order of the page.
    shouldFocusError: false,
    resolver: schemaResolver(wizardStudentShape(isPhotoMissing, school.info.date), 'student'),
    defaultValues: typed as StudentValues,
  });
  return { form, known, photo: photoRule(is_photo_required, isPhotoMissing), currentPhoto };
}

type StudentForm = ReturnType<typeof useStudentForm>;

/** The saved student behind the form; drafts of earlier versions of the portal have no copy. */
function seenInDraft(
  { student, student_seen }: Draft,
  known: Student | undefined,
): Seen<StudentValues> | undefined {
  if (student.id === null) return undefined;
  if (student_seen) return { ...student_seen, values: student_seen.values as StudentValues };
  return known && seenStudent(known);
}

/** False after the parent has left the step, for example by the browser's Back. */
function useIsHere() {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => void (isHere.current = false);
  }, []);
  return isHere;
}

/** From the first save on the student exists, even with a refused photo. */
function useKeepStudent(form: StudentForm['form']) {
  const { change } = useWizard();
  const queries = useQueryClient();
  return (saved: Student): void => {
    queries.setQueryData<readonly Student[]>(itemsKey(listStudents, { params: {} }), (known = []) => [
      ...known.filter((each) => each.id !== saved.id),
      saved,
    ]);
    change((draft) => takeStudent(draft, saved, draftOfForm(saved.id, form.getValues())));
  };
}

function useSaveStep({ form, known }: Pick<StudentForm, 'form' | 'known'>) {
  const { draft, change, goTo, setBusy } = useWizard();
  const queries = useQueryClient();
  const saveAddressAndStudent = useSaveAddressAndStudent();
  const keep = useKeepStudent(form);
  const isHere = useIsHere();
  const { id } = draft.student;
  const conflict = useEditConflict({
    form,
    parts: studentParts,
    toSeen: seenStudent,
    onMerged: (over) => {
      const student_seen = { ...over, values: draftOfForm(id, over.values) };
      change((draft) => ({ ...draft, student_seen }));
      void form.handleSubmit((student) => save(student, over))();
    },
  });
  const question = useRegisteredStudent(useDraftStudent(form.reset).choose);
  async function save(
    student: CheckedStudent,
    over = seenInDraft(draft, known),
    is_another = false,
  ): Promise<void> {
    const saveAnother = () => void form.handleSubmit((again) => save(again, over, true))();
    setBusy(m.contract_saving_student());
    try {
      await saveAddressAndStudent({
        read: id !== null && over ? { id, version: over.version } : undefined,
        is_another,
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
      if (!question.asks(error, saveAnother) && !conflict.meets(error, over)) showServerErrors(form, error);
    } finally {
      setBusy(null);
    }
  }
  return { save, conflict: conflict.dialog, question: question.dialog };
}

function StudentForm({ students, addresses }: Loaded) {
  const { offer } = useWizard();
  const { form, known, photo, currentPhoto } = useStudentForm(students);
  const { save, conflict, question } = useSaveStep({ form, known });
  const [hasTried, setTried] = useState(false);
  const { errors } = form.formState;
  const general = errors.root?.server?.message;
  return (
    <FormProvider {...form}>
      <KeepInDraft />
      <StepForm
        hasProblems={hasTried && Object.keys(errors).some((name) => name !== 'root')}
        onNext={() => {
          setTried(true);
          form.clearErrors('root');
          void form.handleSubmit(
            (student) => save(student),
            (found) => focusFirstField(Object.keys(found)),
          )();
        }}
      >
        {conflict satisfies Elements}
        {question satisfies Elements}
        {general && <ErrorSummary entries={[{ message: general }]} />}
        <ExistingStudent students={students} />
        <StudentFields
          photo={photo}
          currentPhoto={currentPhoto}
          showExitAlone={Boolean(offer.periodProgram?.allow_student_exit_bus_alone)}
        />
        <FormSection title={m.account_part_address()}>
          <div className="sm:col-span-2">
            <StudentAddress saved={addresses} />
          </div>
        </FormSection>
        <GuardianFields />
        <CustodyFields />
      </StepForm>
    </FormProvider>
  );
}

/** Drops a student of the draft without a place in the family's list. */
function useKnownStudent(list: readonly Student[] | undefined): void {
  const { draft, change } = useWizard();
  const { id } = draft.student;
  useEffect(() => {
    if (list)
      change((known) =>
        keepKnownStudent(
          known,
          list.map((student) => student.id),
        ),
      );
  }, [id, list, change]);
}

/** Step 1: the student, the address, and the guardians (contracts.md §2). */
export function StudentStep() {
  const { offer } = useWizard();
  const isChildAsked = useIsChildAsked();
  const students = useItems(listStudents, { params: {} });
  const addresses = useItems(listAddresses, { params: {} });
  useKnownStudent(students.isFetching ? undefined : students.data);
  const failed = [students, addresses].find((read) => read.isError && read.data === undefined);
  if (failed)
    return (
      <LoadFailed
        error={failed.error}
        retry={() => void Promise.all([students.refetch(), addresses.refetch()])}
      />
    );
  // A failure to read the program is shown above; the form depends on the program's rules, such as a required
  // photo.
  if (!offer.periodProgram && offer.error) return null;
  if (students.isPending || addresses.isPending || isChildAsked || !offer.periodProgram) {
    return (
      <StepLoading>
        <Spinner label={m.contract_loading_students()} />
      </StepLoading>
    );
  }
  return <StudentForm students={students.data ?? []} addresses={addresses.data ?? []} />;
}

/**
 * Saves a new address first, then the student, then the photo (contracts.md §2). The callbacks report each
 * save, and another attempt repeats none.
 * @throws the error of the failing call; earlier saves stay
 */
function useSaveAddressAndStudent(): (saving: Saving) => Promise<void> {
  const saveAddress = useSaveAddress();
  const saveStudent = useSaveStudent();
  return async ({ read, is_another, student, onAddressSaved, onStudentSaved }) => {
    let address_id = student.address_id ?? null;
    if (address_id === null) {
      const { address, apt, city, state, zip } = student;
      address_id = (await saveAddress({ address, apt, city, state, zip })).id;
      onAddressSaved(address_id);
    }
    const saved = await saveStudent({ ...student, address_id }, { read, is_another });
    onStudentSaved(saved);
    const file = student.photo?.[0];
    if (file) await savePhoto(saved.id, file);
  };
}
