import { m } from '#i18n/messages.js';
import { ErrorNotice, Notice } from '#app/ui/notice.tsx';
import { STEP_FORM, useWizard } from '#app/routes/contract/wizard/wizard-context.ts';
import { sentencesOf } from '#app/api/api-error.ts';
import { Button } from '#app/ui/button.tsx';
import type { Elements } from '#app/ui/elements.ts';

type StepFormProps = { onNext: () => void; hasProblems: boolean; children: Elements };

export function StepForm({ onNext, hasProblems, children }: StepFormProps) {
  return (
    <form
      id={STEP_FORM}
      noValidate
      className="grid gap-8"
      onSubmit={(event) => {
        event.preventDefault();
        // In React's tree a dialog is a child of the step; forms of a dialog must not submit the step.
        if (event.target === event.currentTarget) onNext();
      }}
    >
      <ErrorNotice text={hasProblems && m.contract_fields_required()} />
      {children}
    </form>
  );
}

/** For a draft with a program not sold in this period (contracts.md §2). */
export function NoProgram() {
  const { goTo } = useWizard();
  return (
    <StepForm onNext={() => goTo(0)} hasProblems={false}>
      <Notice tone="danger" role="alert">
        {m.contract_no_program()}
      </Notice>
    </StepForm>
  );
}

export function LoadFailed({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <Notice tone="danger" role="alert" className="mb-6" title={m.shell_load_failed()}>
      <p>{sentencesOf(error).join(' ')}</p>
      <Button look="secondary" className="mt-2" onClick={retry}>
        {m.shell_try_again()}
      </Button>
    </Notice>
  );
}

/** The buttons stay hidden while loading, because the step would push them down. */
export function StepLoading({ children }: { children: Elements }) {
  return <div data-step-loading>{children}</div>;
}
