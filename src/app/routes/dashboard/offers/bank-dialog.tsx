import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { password } from '#kit/rules/fields.ts';
import { required } from '#kit/rules/presence.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { FormPassword } from '#app/forms/fields.tsx';
import { FormButtons } from '#app/forms/form-buttons.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { DebitTermsFields } from '#app/payments/debit-terms-fields.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import type { OfferResponse } from '#modules/orders/offers/offers.contract.ts';
import type { AcceptBody } from './use-accept.ts';

type Text = OfferResponse['texts'][number];

export type BankDialogProps = {
  /** undefined where the form of a new account has shown the terms */
  terms: Text | undefined;
  account: string | undefined;
  onConfirm: (user: NonNullable<AcceptBody['user']>) => Promise<void>;
  onClose: () => void;
};

const shape = z.object({ password: password(), ach_terms: z.boolean().check(required()) });

/** The payer's own password, and the terms of the debit, before a bank account is charged (O5). */
export function BankDialog({ terms, account, onConfirm, onClose }: BankDialogProps) {
  const { user } = useAuth();
  const form = useForm({
    resolver: schemaResolver(shape),
    defaultValues: { password: '', ach_terms: terms === undefined },
  });
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={m.contract_offer_bank_title()}
      description={m.contract_offer_bank_text()}
    >
      <Form
        form={form}
        asksBeforeLeaving={false}
        className="grid gap-4"
        onSubmit={({ password: typed }) => onConfirm({ email: user?.email ?? '', password: typed })}
      >
        {terms && (
          <DebitTermsFields
            account={account}
            terms={terms.html}
            hash={terms.text_hash}
            label={m.contract_ach_accept()}
            changed={m.contract_text_changed_ach()}
          />
        )}
        <FormPassword name="password" label={m.account_password()} required autoComplete="current-password" />
        <FormButtons
          submitText={m.contract_offer_bank_button()}
          cancelText={m.office_cancel()}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}
