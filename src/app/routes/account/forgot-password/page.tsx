import { useForm, useWatch } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { email } from '#kit/rules/fields.ts';
import { safeSitePath } from '#kit/text/site-path.ts';
import { forgotPassword } from '#modules/accounts/accounts.contract.ts';
import { call } from '#app/api/client.ts';
import { withRedirect } from '#app/auth/login-path.ts';
import { FormText } from '#app/forms/fields.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { useOneSubmit } from '#app/forms/use-one-submit.ts';
import { AccountFrame } from '#app/routes/account/account-frame.tsx';
import { useKnownEmail } from '#app/routes/account/use-known-email.ts';
import {
  useLeaveAfter,
  useSavedRedirect,
  postResetRedirect,
} from '#app/routes/account/post-reset-redirect.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { useAddress } from '#app/shell/use-address.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';

export const meta = () => pageTitle(m.shell_title_forgot_password());
// A slow start must not lose a typed email to the spinner in the page's place.
export const handle = { needsSession: true };

const formShape = z.object({ email: email() });

function BackToLogin({ redirectPath, email }: { redirectPath: string | undefined; email: string }) {
  return (
    <p className="mt-3 text-center">
      <Link
        to={withRedirect('/login', redirectPath)}
        state={{ email }}
        className="inline-flex min-h-11 items-center underline underline-offset-4"
      >
        {m.account_back_to_login()}
      </Link>
    </p>
  );
}

export default function ForgotPassword() {
  const redirectPath = safeSitePath(useAddress().query.get('redirectPath'));
  const form = useForm({
    mode: 'onBlur',
    resolver: schemaResolver(formShape),
    defaultValues: { email: useKnownEmail() },
  });
  const typed = useWatch({ control: form.control, name: 'email' });
  const { state, submitOnce } = useOneSubmit();
  const navigate = useNavigate();
  useSavedRedirect(redirectPath);
  useLeaveAfter(state === 'success', () => void navigate(postResetRedirect.read() ?? '/'));
  const send = (values: { email: string }) =>
    submitOnce(async () => {
      await call(forgotPassword, { body: { email: values.email, ...(redirectPath && { redirectPath }) } });
    });
  return (
    <AccountFrame title={m.account_forgot_password_title()}>
      <Form
        asksBeforeLeaving={false}
        form={form}
        onSubmit={send}
        label={m.account_forgot_password_title()}
        className="grid gap-4"
      >
        <p>{m.account_forgot_password_text()}</p>
        <FormText
          name="email"
          label={m.account_email()}
          required
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          readOnly={state !== 'idle'}
        />
        <Button type="submit" busy={state === 'loading'} isShut={state !== 'idle'} className="w-full">
          {m.account_forgot_password_send()}
        </Button>
      </Form>
      {state === 'success' && (
        <Notice tone="success" role="status" title={m.account_forgot_password_sent_title()} className="mt-4">
          {m.account_forgot_password_sent({ email: form.getValues('email') })}
        </Notice>
      )}
      <BackToLogin redirectPath={redirectPath} email={typed} />
    </AccountFrame>
  );
}
