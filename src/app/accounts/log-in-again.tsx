import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { loginShape } from '#modules/accounts/accounts.shapes.ts';
import { FormButtons } from '#app/forms/form-buttons.tsx';
import { giveUpSession, logInAgain, logInAgainByPasskey } from '#app/auth/ended-session.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { FormPassword, FormText } from '#app/forms/fields.tsx';
import { ActButton } from '#app/forms/act-button.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { CodeStep, useCodeStep } from './code-step.tsx';

const againShape = loginShape.extend({ code: z.string().optional() });
type Values = z.input<typeof againShape>;

function PasswordPart() {
  return (
    <>
      <FormPassword name="password" label={m.account_password()} required autoComplete="current-password" />
      <p>
        <a
          href="/forgot-password"
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          {m.account_ended_forgot()}
        </a>
      </p>
    </>
  );
}

function PasswordForm({ email }: { email: string }) {
  const form = useForm<Values, unknown, Values>({
    resolver: schemaResolver(againShape),
    defaultValues: { email, password: '', code: '' },
  });
  const { isCodeAsked, explain, askForPassword } = useCodeStep(form);
  return (
    <Form
      form={form}
      asksBeforeLeaving={false}
      label={m.account_ended_title()}
      onError={explain}
      onSubmit={({ password, code }) => logInAgain(password, code)}
      className="grid gap-4"
    >
      {/* Password managers look for the email; the focus begins below. */}
      <FormText
        name="email"
        label={m.account_email()}
        type="email"
        autoComplete="username"
        readOnly
        tabIndex={-1}
      />
      {isCodeAsked ? <CodeStep onBack={askForPassword} /> : <PasswordPart />}
      <FormButtons
        submitText={m.account_ended_go_on()}
        cancelText={m.account_ended_leave()}
        onCancel={giveUpSession}
      />
      <ActButton label={m.account_passkey_use()} act={logInAgainByPasskey} />
    </Form>
  );
}

/** Covers any page until the owner of the session has logged in again (decision 47). */
export function LogInAgain() {
  const { user, hasEnded, endedNote } = useAuth();
  if (!user) return null;
  return (
    <Dialog
      isOnTop
      open={hasEnded}
      title={m.account_ended_title()}
      description={[endedNote, m.account_ended_text()].filter(Boolean).join(' ')}
    >
      <PasswordForm email={user.email} />
    </Dialog>
  );
}
