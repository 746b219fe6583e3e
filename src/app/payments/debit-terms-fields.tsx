import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { digitsOf } from '#modules/billing/methods/card.ts';
import { FormCheckbox } from '#app/forms/fields.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { RichText } from '#app/ui/rich-text.tsx';

type WithTerms = { ach_terms: boolean };
type TypedAccount = { account_type: string; account_number: string };

/** Changed terms are no longer accepted, so the box empties (O4). */
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

function useTypedAccount(): string | undefined {
  const [type, number = ''] = useWatch<Partial<TypedAccount>, ['account_type', 'account_number']>({
    name: ['account_type', 'account_number'],
  });
  const digits = digitsOf(number);
  return type && digits.length > 4 ? `${type} ****${digits.slice(-4)}` : undefined;
}

type DebitTermsFieldsProps = {
  /** the debited account: kind and last four digits; left out if typed into the same form */
  account?: string;
  terms: string;
  hash: string;
  label: string;
  changed: string;
};

export function DebitTermsFields({ account, terms, hash, label, changed }: DebitTermsFieldsProps) {
  const isChanged = useAcceptedTerms(hash);
  const typed = useTypedAccount();
  const named = account ?? typed;
  return (
    <>
      <p className="mt-4">
        {named ? m.contract_ach_account({ account: named }) : m.contract_ach_account_above()}
      </p>
      <div
        role="region"
        aria-label={m.contract_ach_terms()}
        className="mt-2 rounded-md border border-hair bg-paper p-4"
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
