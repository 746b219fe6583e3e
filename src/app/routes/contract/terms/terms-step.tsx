import { useEffect, useEffectEvent, useId, useRef, useState, type RefObject } from 'react';
import { m } from '#i18n/messages.js';
import { useAuth } from '#app/auth/use-auth.ts';
import { RichText } from '#app/ui/rich-text.tsx';
import { Button } from '#app/ui/button.tsx';
import { RadioGroup } from '#app/ui/fields/checkbox-field.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { FieldError } from '#app/ui/fields/form-field.tsx';
import { Skeleton } from '#app/ui/spinner.tsx';
import { PrintableContracts } from '#app/routes/contract/step/printable-contracts.tsx';
import { StepForm } from '#app/routes/contract/step/step-form.tsx';
import { termsProblems } from '#app/routes/contract/step/step-problems.ts';
import { chooseProgram } from '#app/routes/contract/wizard/transitions.ts';
import { useProposedText } from '#app/routes/contract/step/proposed-text.ts';
import { useProblems } from '#app/routes/contract/step/use-problems.ts';
import { useWizard } from '#app/routes/contract/wizard/wizard-context.ts';
import { ACCEPT, ContractPaper } from './contract-paper.tsx';

type OpenContractProps = { text: RefObject<HTMLElement | null>; html: string; error?: string };

function OpenContract({ text, html, error }: OpenContractProps) {
  const { draft, change } = useWizard();
  return (
    <ContractPaper
      paper={text}
      html={html}
      error={error}
      isAccepted={draft.isAccepted}
      onAccept={(isAccepted) => change((known) => ({ ...known, isAccepted }))}
    />
  );
}

function ContractText({ error }: { error?: string }) {
  const { draft, offer } = useWizard();
  const [opened, setOpened] = useState<number | null>(null);
  const errorId = useId();
  const text = useRef<HTMLElement>(null);
  const { periodProgram } = offer;
  const isOpen = opened !== null && opened === draft.program.id;
  // The button is gone after the click; the focus moves to the text.
  useEffect(() => {
    if (isOpen) text.current?.focus({ preventScroll: true });
  }, [isOpen]);
  if (draft.program.id === null) return null;
  if (!periodProgram) return offer.error ? null : <Skeleton lines={5} label={m.shell_loading()} />;
  return (
    <div className="grid gap-5">
      {periodProgram.contract_text_intro && <RichText html={periodProgram.contract_text_intro} />}
      {!isOpen && (
        <div data-field={ACCEPT}>
          <Button look="secondary" aria-describedby={errorId} onClick={() => setOpened(draft.program.id)}>
            {m.contract_continue_to_terms()}
          </Button>
          <FieldError id={errorId}>{error && m.contract_read_terms_first()}</FieldError>
        </div>
      )}
      {isOpen && <OpenContract text={text} html={periodProgram.contract_text ?? ''} error={error} />}
      {periodProgram.faq && (
        <Disclosure label={m.contract_faq()}>
          <RichText html={periodProgram.faq} />
        </Disclosure>
      )}
    </div>
  );
}

function ProgramRadios({ error }: { error?: string }) {
  const { school, draft, change } = useWizard();
  const proposed = useProposedText('program');
  return (
    <RadioGroup
      name="program_id"
      label={m.contract_program()}
      legendClassName="mb-3 text-lg font-bold"
      required
      error={error}
      note={proposed}
      choices={school.programs.map((each) => ({
        value: String(each.id),
        label: each.text,
        checked: each.id === draft.program.id,
      }))}
      input={{
        onChange: (event) => {
          const id = Number(event.target.value);
          change((known) => chooseProgram(known, id));
        },
      }}
    />
  );
}

/** Step 0: the program and the contract (contracts.md §2). */
export function TermsStep({ askToLogIn }: { askToLogIn: () => void }) {
  const { school, draft, goTo } = useWizard();
  const { isReady, isAuthenticated } = useAuth();
  const [isAsked, setAsked] = useState(false);
  const { program, isAccepted } = draft;
  const found = termsProblems(program.id, isAccepted);
  const problems = useProblems(found);

  const goOn = useEffectEvent(() => {
    setAsked(false);
    if (isAuthenticated) goTo(1);
    else askToLogIn();
  });
  // Until the portal knows who is here, nobody is asked to log in.
  useEffect(() => {
    if (isAsked && isReady) goOn();
  }, [isAsked, isReady]);
  function next(): void {
    if (problems.pass()) setAsked(true);
  }
  if (school.programs.length === 0) return <EmptyState title={m.contract_no_programs()} />;
  return (
    <StepForm onNext={next} hasProblems={problems.hasTried}>
      <ProgramRadios error={problems.shown.program_id} />
      <ContractText key={program.id} error={problems.shown[ACCEPT]} />
      <PrintableContracts />
    </StepForm>
  );
}
