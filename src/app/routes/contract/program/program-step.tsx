import { m } from '#i18n/messages.js';
import { SelectField } from '#app/ui/fields/select-field.tsx';
import { Skeleton } from '#app/ui/spinner.tsx';
import { TextareaField } from '#app/ui/fields/textarea-field.tsx';
import { NoProgram } from '#app/routes/contract/step/no-program.tsx';
import { SiblingNumber } from './sibling-number.tsx';
import { StepForm } from '#app/routes/contract/step/step-form.tsx';
import { StepLoading } from '#app/routes/contract/step/step-loading.tsx';
import { programProblems } from '#app/routes/contract/step/step-problems.ts';
import { setProgramField } from '#app/routes/contract/wizard/transitions.ts';
import { useProblems } from '#app/routes/contract/step/use-problems.ts';
import { useWizard } from '#app/routes/contract/wizard/wizard-context.ts';

/** Step 2: the year, what the office should know, and a sibling's contract (contracts.md §2). */
export function ProgramStep() {
  const { draft, change, offer, goTo } = useWizard();
  const { program } = draft;
  const { grades = [], routes = [], periodProgram } = offer;
  const problems = useProblems(programProblems(program, grades.length > 0));
  const hasSiblingDiscount = routes.some((route) =>
    route.discounts.some((discount) => discount.is_sibling_discount),
  );
  if (offer.isNotSold) return <NoProgram />;
  if (offer.error && (!periodProgram || !offer.grades)) return null;
  if (!periodProgram || !offer.grades) {
    return (
      <StepLoading>
        <Skeleton lines={6} label={m.shell_loading()} />
      </StepLoading>
    );
  }
  return (
    <StepForm onNext={() => problems.pass() && goTo(3)} hasProblems={problems.hasTried}>
      {grades.length > 0 && (
        <SelectField
          name="grade_id"
          label={m.contract_grade()}
          required
          className="sm:max-w-72"
          placeholder={m.contract_choose()}
          error={problems.shown.grade_id}
          options={grades.map((grade) => ({ value: String(grade.id), label: grade.text }))}
          value={program.grade_id ?? ''}
          onChange={(event) => {
            const grade = event.target.value === '' ? null : Number(event.target.value);
            change((known) => setProgramField(known, 'grade_id', grade));
          }}
        />
      )}
      <TextareaField
        name="special_request"
        label={m.contract_special_request()}
        note={m.contract_special_request_note()}
        error={problems.shown.special_request}
        value={program.special_request}
        onChange={(event) => {
          const text = event.target.value;
          change((known) => setProgramField(known, 'special_request', text));
        }}
      />
      {hasSiblingDiscount && <SiblingNumber tooLong={problems.shown.contract_number} />}
    </StepForm>
  );
}
