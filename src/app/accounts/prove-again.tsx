import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { proofShape } from '#modules/accounts/sessions/proof.shapes.ts';
import { FormButtons } from '#app/forms/form-buttons.tsx';
import { giveProof, giveProofByPasskey, withholdProof } from '#app/auth/recent-proof.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { FormPassword } from '#app/forms/fields.tsx';
import { ActButton } from '#app/forms/act-button.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { Dialog } from '#app/ui/dialog.tsx';

type Values = z.input<typeof proofShape>;

function ProofForm({ label }: { label: string }) {
  const form = useForm<Values, unknown, Values>({
    resolver: schemaResolver(proofShape),
    defaultValues: { password: '' },
  });
  return (
    <Form
      form={form}
      asksBeforeLeaving={false}
      label={m.account_proof_title()}
      onSubmit={({ password }) => giveProof(password)}
      className="grid gap-4"
    >
      <FormPassword name="password" label={label} required autoComplete="current-password" />
      <FormButtons
        submitText={m.account_proof_go_on()}
        cancelText={m.account_proof_cancel()}
        onCancel={withholdProof}
      />
      <ActButton label={m.account_passkey_use()} act={giveProofByPasskey} />
    </Form>
  );
}

/** Covers the page during a call in need of the password; typed values stay (H2). */
export function ProveAgain() {
  const { isProofAsked, isImpersonating } = useAuth();
  return (
    <Dialog
      open={isProofAsked}
      isOnTop
      onClose={withholdProof}
      title={m.account_proof_title()}
      description={isImpersonating ? m.account_proof_text_of_staff() : m.account_proof_text()}
    >
      <ProofForm label={isImpersonating ? m.account_proof_own_password() : m.account_password()} />
    </Dialog>
  );
}
