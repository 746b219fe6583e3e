import { m } from '#i18n/messages.js';
import { ErrorNotice, Notice } from '#app/ui/notice.tsx';
import { STEP_FORM, useWizard } from '#app/routes/contract/wizard/wizard-context.ts';
import { sentencesOf } from '#app/api/api-error.ts';
import { Button } from '#app/ui/button.tsx';
import type { Elements } from '#app/ui/elements.ts';

type StepFormProps = { onNext: () => void; hasProblems: boolean; children: Elements };

/** The frame of a step: Next submits it, and says when something is still missing. */
export function StepForm({ onNext, hasProblems, children }: StepFormProps) {
  return (
    <form
      id={STEP_FORM}
      noValidate
      className="grid gap-8"
      onSubmit={(event) => {
        event.preventDefault();
        // A dialog of a step is its child in React's tree; its own forms are not this one.
        if (event.target === event.currentTarget) onNext();
      }}
    >
      <ErrorNotice text={hasProblems && m.contract_fields_required()} />
      {children}
    </form>
  );
}

/** Replaces a step when the draft's program is not sold in this period (contracts.md §2). */
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

/** Something that a step needs could not be read: what the server said, and another try. */
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

/** Marks a step as loading: the buttons below it stay hidden, so that they do not jump. */
export function StepLoading({ children }: { children: Elements }) {
  return <div data-step-loading>{children}</div>;
}
