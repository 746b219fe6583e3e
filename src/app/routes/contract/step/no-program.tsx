import { m } from '#i18n/messages.js';
import { Notice } from '#app/ui/notice.tsx';
import { StepForm } from './step-form.tsx';
import { useWizard } from '#app/routes/contract/wizard/wizard-context.ts';

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
