import { useState } from 'react';
import { m } from '#i18n/messages.js';
import { SelectField } from '#app/ui/fields/select-field.tsx';
import { Skeleton } from '#app/ui/spinner.tsx';
import { TextareaField } from '#app/ui/fields/textarea-field.tsx';
import { NoProgram, StepForm, StepLoading } from '#app/routes/contract/step/step-form.tsx';
import { programProblems } from '#app/routes/contract/step/step-problems.ts';
import {
  setProgramField,
  clearSiblingNumber,
  siblingNumberValid,
  typeSiblingNumber,
} from '#app/routes/contract/wizard/transitions.ts';
import { useProblems } from '#app/routes/contract/step/use-problems.ts';
import { useProposedText } from '#app/routes/contract/step/proposed-text.ts';
import { useWizard } from '#app/routes/contract/wizard/wizard-context.ts';
import { brand } from '#app/company/brand.ts';
import { call } from '#app/api/client.ts';
import { firstSentenceOf } from '#app/api/api-error.ts';
import { useItems } from '#app/api/use-items.ts';
import { validateSiblingNumber } from '#modules/orders/discounts/check-codes.contract.ts';
import type { Grade } from '#modules/catalog/catalog.contract.ts';
import { listOrders } from '#modules/orders/orders.contract.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { siblingDiscountId } from '#app/routes/contract/wizard/instant-quote.ts';

type SiblingContract = { number: string; student: string };

/** The family's contracts at this school in this year for other children (B2). */
function useSiblingContracts(): SiblingContract[] {
  const { draft, school } = useWizard();
  const orders = useItems(listOrders, { params: {} }).data ?? [];
  return orders
    .filter((order) => order.is_active)
    .flatMap(({ order_detail: { contract } }) => {
      const { student, program_group, period } = contract.contract_detail;
      const isHere = program_group.id === school.group.id && period.id === school.periodGroup.period.id;
      if (!isHere || student.id === draft.student.id || contract.contract_number === null) return [];
      return [{ number: contract.contract_number, student: student.first_name }];
    });
}

/** The check of a contract number by the server, and the error of the field (B7). */
function useNumberCheck() {
  const { draft, change, offer } = useWizard();
  const [error, setError] = useState<string>();
  const [isChecking, setChecking] = useState(false);
  async function check(typed = draft.program.second_student_contract_number): Promise<void> {
    const contract_number = typed.trim();
    if (contract_number === '') {
      setError(m.server_field_required({ field: 'contract number' }));
      return;
    }
    const anyRoute = offer.routes?.find((route) => siblingDiscountId(route) !== null);
    const discount_id = siblingDiscountId(offer.route) ?? siblingDiscountId(anyRoute);
    setChecking(true);
    setError(undefined);
    try {
      await call(validateSiblingNumber, {
        params: { discount_id, contract_number },
        query: { student_id: draft.student.id ?? undefined },
      });
      change((known) => siblingNumberValid(known, contract_number));
    } catch (refused) {
      setError(firstSentenceOf(refused));
    } finally {
      setChecking(false);
    }
  }
  return { error, isChecking, check, clearError: () => setError(undefined) };
}

type OwnContractsProps = {
  siblings: readonly SiblingContract[];
  isChecking: boolean;
  onUse: (number: string) => void;
};

function OwnContracts({ siblings, isChecking, onUse }: OwnContractsProps) {
  if (siblings.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-3">
      {siblings.map((sibling) => (
        <li key={sibling.number}>
          <Button look="secondary" busy={isChecking} onClick={() => onUse(sibling.number)}>
            {m.contract_sibling_use(sibling)}
          </Button>
        </li>
      ))}
    </ul>
  );
}

type NumberFieldProps = { error: string | undefined; onType: () => void; onCheck: () => void };

function NumberField({ error, onType, onCheck }: NumberFieldProps) {
  const { draft, change } = useWizard();
  const { second_student_contract_number: number, has_valid_second_student_contract_number: isValid } =
    draft.program;
  return (
    <TextField
      name="contract_number"
      label={m.contract_sibling_number()}
      note={m.contract_sibling_note({ number: brand.example_contract_number })}
      className="sm:max-w-96"
      autoCapitalize="characters"
      autoComplete="off"
      spellCheck={false}
      value={number}
      error={error}
      onChange={(event) => {
        const typed = event.target.value;
        onType();
        change((known) => typeSiblingNumber(known, typed));
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || isValid) return;
        event.preventDefault();
        onCheck();
      }}
    />
  );
}

function NumberButtons({ isChecking, onCheck }: { isChecking: boolean; onCheck: () => void }) {
  const { draft, change } = useWizard();
  const { second_student_contract_number: number, has_valid_second_student_contract_number: isValid } =
    draft.program;
  return (
    <div className="flex flex-wrap gap-3">
      {!isValid && (
        <Button look="secondary" busy={isChecking} onClick={onCheck}>
          {m.contract_sibling_check()}
        </Button>
      )}
      {(isValid || number !== '') && (
        <Button look="quiet" onClick={() => change(clearSiblingNumber)}>
          {m.contract_sibling_remove()}
        </Button>
      )}
    </div>
  );
}

/** A sibling's contract number: typed, checked, then valid or not (contracts.md §4, B7). */
function SiblingNumber({ tooLong }: { tooLong?: string }) {
  const { draft, change, aid } = useWizard();
  const siblings = useSiblingContracts();
  const { error, isChecking, check, clearError } = useNumberCheck();
  const { second_student_contract_number: number, has_valid_second_student_contract_number: isValid } =
    draft.program;
  function use(own: string): void {
    change((known) => typeSiblingNumber(known, own));
    void check(own);
  }
  return (
    <section aria-label={m.contract_sibling_title()} className="grid gap-3">
      <h2 className="text-lg font-bold">{m.contract_sibling_title()}</h2>
      <NumberField error={error ?? tooLong} onType={clearError} onCheck={() => void check()} />
      {number.trim() === '' && <OwnContracts siblings={siblings} isChecking={isChecking} onUse={use} />}
      {isValid && (
        <Notice tone="success" role="status">
          {aid.isApplied ? m.contract_sibling_rests() : m.contract_sibling_valid()}
        </Notice>
      )}
      <NumberButtons isChecking={isChecking} onCheck={() => void check()} />
    </section>
  );
}

function GradeField({ grades, error }: { grades: readonly Grade[]; error?: string }) {
  const { draft, change } = useWizard();
  const proposed = useProposedText('grade');
  return (
    <SelectField
      name="grade_id"
      label={m.contract_grade()}
      note={proposed}
      required
      className="sm:max-w-72"
      placeholder={m.contract_choose()}
      error={error}
      options={grades.map((grade) => ({ value: String(grade.id), label: grade.text }))}
      value={draft.program.grade_id ?? ''}
      onChange={(event) => {
        const grade = event.target.value === '' ? null : Number(event.target.value);
        change((known) => setProgramField(known, 'grade_id', grade));
      }}
    />
  );
}

function SpecialRequestField({ error }: { error?: string }) {
  const { draft, change } = useWizard();
  return (
    <TextareaField
      name="special_request"
      label={m.contract_special_request()}
      note={m.contract_special_request_note()}
      error={error}
      value={draft.program.special_request}
      onChange={(event) => {
        const text = event.target.value;
        change((known) => setProgramField(known, 'special_request', text));
      }}
    />
  );
}

/** Step 2: the year, remarks for the office, and a sibling's contract (contracts.md §2). */
export function ProgramStep() {
  const { draft, offer, goTo } = useWizard();
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
      {grades.length > 0 && <GradeField grades={grades} error={problems.shown.grade_id} />}
      <SpecialRequestField error={problems.shown.special_request} />
      {hasSiblingDiscount && <SiblingNumber tooLong={problems.shown.contract_number} />}
    </StepForm>
  );
}
