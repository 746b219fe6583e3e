import type { RefObject } from 'react';
import { m } from '#i18n/messages.js';
import { CheckboxField } from '#app/ui/fields/checkbox-field.tsx';
import { RichText } from '#app/ui/rich-text.tsx';

export const ACCEPT = 'contract terms';

type ContractPaperProps = {
  html: string;
  isAccepted: boolean;
  onAccept: (isAccepted: boolean) => void;
  paper?: RefObject<HTMLElement | null>;
  error?: string;
};

/** The text of a contract and its box, for parents and for the preview of a text. */
export function ContractPaper({ html, isAccepted, onAccept, paper, error }: ContractPaperProps) {
  return (
    <>
      <section
        ref={paper}
        tabIndex={-1}
        aria-label={m.contract_text_label()}
        className="rounded-md border border-hair bg-card p-5"
      >
        <RichText html={html} />
      </section>
      <CheckboxField
        name={ACCEPT}
        label={m.contract_accept_terms()}
        required
        error={error}
        checked={isAccepted}
        onChange={({ target }) => onAccept(target.checked)}
      />
    </>
  );
}
