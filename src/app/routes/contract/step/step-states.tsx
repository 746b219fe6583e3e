import type { ReactNode } from 'react';
import { m } from '#i18n/messages.js';
import { Notice } from '#app/ui/notice.tsx';
import { useWizard } from '#app/routes/contract/wizard/wizard-context.ts';
import { sentencesOf } from '#app/api/api-error.ts';
import { Button } from '#app/ui/button.tsx';
import { StepForm } from './step-form.tsx';

/**
 * Stands in for a step when the program of the draft is not sold in this period (contracts.md §2); Next goes
 * to the programs.
 */
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

/**
 * Marks a whole step as being on its way: the buttons under it wait unseen, so that they do not jump when it
 * comes.
 */
export function StepLoading({ children }: { children: ReactNode }) {
  return <div data-step-loading>{children}</div>;
}
