import { z } from 'zod';
import { email, password } from '#kit/rules/fields.ts';
import { required } from '#kit/rules/presence.ts';
import { m } from '#i18n/messages.js';
import type { PeriodProgram } from '#modules/catalog/routes/routes.contract.ts';
import { FormPassword, FormText } from '#app/forms/fields.tsx';
import { DebitTermsFields } from '#app/payments/debit-terms-fields.tsx';
import { Card } from '#app/ui/card.tsx';

/** The payer, typed again, and the consent to the debit (O5). */
export const bankConsentShape = z.object({
  email: email(),
  password: password(),
  ach_terms: z.boolean().check(required()),
});
export type BankConsent = z.input<typeof bankConsentShape>;

type BankConsentProps = {
  account: string;
  program: Pick<PeriodProgram, 'ach_terms' | 'ach_terms_hash'>;
};

/** Email, password and the ACH terms of the program or division (contracts.md §2). */
export function BankConsentFields({ account, program }: BankConsentProps) {
  return (
    <Card title={m.contract_bank_consent_title()} aria-label={m.contract_bank_consent_title()}>
      <p className="mb-4 text-ink-soft">{m.contract_bank_consent_note()}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormText
          name="email"
          label={m.account_email()}
          required
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
        />
        <FormPassword name="password" label={m.account_password()} required autoComplete="current-password" />
      </div>
      <DebitTermsFields
        account={account}
        terms={program.ach_terms}
        hash={program.ach_terms_hash}
        label={m.contract_ach_accept()}
        changed={m.contract_text_changed_ach()}
      />
    </Card>
  );
}
