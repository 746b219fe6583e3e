import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { FormCheckbox } from '#app/forms/fields.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { RichText } from '#app/ui/rich-text.tsx';

type WithTerms = { ach_terms: boolean };

/** Terms that change after they were accepted are accepted no more: the box empties itself (O4). */
function useAcceptedTerms(hash: string): boolean {
  const { setValue, setFocus } = useFormContext<WithTerms>();
  const isTicked = useWatch<WithTerms, 'ach_terms'>({ name: 'ach_terms' });
  const [accepted, setAccepted] = useState<string | null>(null);
  const [isChanged, setChanged] = useState(false);
  if (isTicked && accepted === null) {
    setAccepted(hash);
    setChanged(false);
  } else if (!isTicked && accepted !== null) setAccepted(null);
  const isOutdated = isTicked && accepted !== null && accepted !== hash;
  useEffect(() => {
    if (!isOutdated) return;
    setValue('ach_terms', false);
    setChanged(true);
    setFocus('ach_terms');
  }, [isOutdated, setValue, setFocus]);
  return isChanged;
}

type DebitTermsFieldsProps = {
  /** clean HTML */
  terms: string;
  hash: string;
  label: string;
  /** what is said when the terms have changed under a ticked box */
  changed: string;
};

/** The terms of bank debits, to be read, and the box that accepts them. */
export function DebitTermsFields({ terms, hash, label, changed }: DebitTermsFieldsProps) {
  const isChanged = useAcceptedTerms(hash);
  return (
    <>
      <div
        role="region"
        aria-label={m.contract_ach_terms()}
        className="mt-4 rounded-md border border-hair bg-paper p-4"
      >
        <RichText html={terms} />
      </div>
      {isChanged && (
        <Notice tone="warning" role="alert" className="mt-4" title={m.contract_text_changed_title()}>
          {changed}
        </Notice>
      )}
      <FormCheckbox name="ach_terms" label={label} required className="mt-2" />
    </>
  );
}
