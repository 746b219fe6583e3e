import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { email, password } from '#kit/fields.ts';
import { required } from '#kit/rules/presence.ts';
import { m } from '#i18n/messages.js';
import { FormCheckbox, FormPassword, FormText } from '../../forms/fields.tsx';
import { RichText } from '../../parts/rich-text.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';

/** The payer, again, and the consent to the debit (O5). */
export const bankConsentShape = z.object({
  email: email(),
  password: password(),
  ach_terms: z.boolean().check(required()),
});
export type BankConsent = z.input<typeof bankConsentShape>;

/** Terms that change after they were accepted are accepted no more: the box empties itself (O4). */
function useAcceptedTerms(hash: string): boolean {
  const { setValue, setFocus } = useFormContext<BankConsent>();
  const isTicked = useWatch<BankConsent, 'ach_terms'>({ name: 'ach_terms' });
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

/** Before a bank debit: e-mail, password and the ACH terms of the program or division (contracts.md §2). */
export function BankConsentFields({ terms, hash }: { terms: string; hash: string }) {
  const isChanged = useAcceptedTerms(hash);
  return (
    <Card title={m.contract_bank_consent_title()} aria-label={m.contract_bank_consent_title()}>
      <p className="mb-4 text-ink-soft">{m.contract_bank_consent_note()}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormText name="email" label={m.account_email()} required type="email" inputMode="email" autoComplete="username" autoCapitalize="none" />
        <FormPassword name="password" label={m.account_password()} required autoComplete="current-password" />
      </div>
      <div role="region" aria-label={m.contract_ach_terms()} className="mt-4 rounded-md border border-hair bg-paper p-4">
        <RichText html={terms} />
      </div>
      {isChanged && (
        <Notice tone="warning" role="alert" className="mt-4" title={m.contract_text_changed_title()}>
          {m.contract_text_changed_ach()}
        </Notice>
      )}
      <FormCheckbox name="ach_terms" label={m.contract_ach_accept()} required className="mt-2" />
    </Card>
  );
}
