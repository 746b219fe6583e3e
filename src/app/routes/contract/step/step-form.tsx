import type { ReactNode } from 'react';
import { m } from '#i18n/messages.js';
import { Notice } from '#app/ui/notice.tsx';
import { STEP_FORM } from '#app/routes/contract/wizard/wizard-context.ts';

type StepFormProps = { onNext: () => void; hasProblems: boolean; children: ReactNode };

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
      {hasProblems && (
        <Notice tone="danger" role="alert">
          {m.contract_fields_required()}
        </Notice>
      )}
      {children}
    </form>
  );
}
