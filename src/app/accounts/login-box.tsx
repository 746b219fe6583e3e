import { useEffect, useRef, useState, type RefObject } from 'react';
import { useForm, useWatch, type RegisterOptions } from 'react-hook-form';
import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { schoolNames } from '#app/company/company.ts';
import { forgetResetRedirect } from '#app/api/tokens.ts';
import { withRedirect } from '#app/auth/login-path.ts';
import { logIn, logInByPasskey, signUp } from '#app/auth/session.ts';
import { FormCheckbox, FormPassword, FormText } from '#app/forms/fields.tsx';
import { ActButton } from '#app/forms/act-button.tsx';
import { Form } from '#app/forms/form.tsx';
import { lateResolver, useRulesWhenIdle } from '#app/forms/late-resolver.ts';
import { isExplainedByFields, showServerErrors } from '#app/forms/server-errors.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import { CodeStep, useCodeStep } from './code-step.tsx';
import type { LoginValues, SignupValues } from './login-form.ts';
import { NewPasswordFields } from './new-password-fields.tsx';

export type LoginTab = 'login' | 'signup';

type Shared = {
  onDone?: (how: LoginTab) => void;
  email: RefObject<string>;
};

const checkLogin = lateResolver<LoginValues, LoginValues>(
  async () => (await import('./login-form.ts')).checkLogin,
);
const checkSignup = lateResolver<SignupValues, SignupValues>(
  async () => (await import('./login-form.ts')).checkSignup,
);

const keepEmail = (email: RefObject<string>): RegisterOptions => ({
  onChange: (event: { target: { value: string } }) => void (email.current = event.target.value),
});

function EmailField({ email }: Pick<Shared, 'email'>) {
  return (
    <FormText
      name="email"
      label={m.account_email()}
      required
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      rules={keepEmail(email)}
    />
  );
}

function ForgotPassword({ redirectPath }: { redirectPath?: string }) {
  const typed = useWatch<LoginValues, 'email'>({ name: 'email' });
  return (
    <p className="text-center">
      <Link
        to={withRedirect('/forgot-password', redirectPath)}
        // Not in the address: the browser keeps addresses, and people copy them.
        state={{ email: typed }}
        onClick={redirectPath ? undefined : forgetResetRedirect}
        className="inline-flex min-h-11 items-center underline underline-offset-4"
      >
        {m.account_forgot_password()}
      </Link>
    </p>
  );
}

function Credentials({ email }: Pick<Shared, 'email'>) {
  return (
    <>
      <EmailField email={email} />
      <FormPassword name="password" label={m.account_password()} required autoComplete="current-password" />
      <FormCheckbox name="keep_me_logged_in" label={m.account_keep_me_logged_in()} />
    </>
  );
}

function LoginForm({ onDone, email, redirectPath }: Shared & { redirectPath?: string }) {
  const form = useForm<LoginValues, unknown, LoginValues>({
    mode: 'onBlur',
    resolver: checkLogin,
    defaultValues: { email: email.current, password: '', keep_me_logged_in: true, code: '' },
  });
  const { isCodeAsked, explain, askForPassword } = useCodeStep(form);
  return (
    <Form
      form={form}
      asksBeforeLeaving={false}
      label={m.account_tab_login()}
      onError={explain}
      onSubmit={async ({ keep_me_logged_in, ...credentials }) => {
        await logIn(credentials, keep_me_logged_in);
        onDone?.('login');
      }}
      className="grid gap-4"
    >
      {isCodeAsked ? <CodeStep onBack={askForPassword} /> : <Credentials email={email} />}
      <Button type="submit" busy={form.formState.isSubmitting} className="w-full">
        {m.account_log_in()}
      </Button>
      <ActButton
        label={m.account_passkey_use()}
        className="w-full"
        act={async () => {
          await logInByPasskey(form.getValues('keep_me_logged_in'));
          onDone?.('login');
        }}
      />
      {!isCodeAsked && <ForgotPassword redirectPath={redirectPath} />}
    </Form>
  );
}

const emptySignup = {
  first_name: '',
  last_name: '',
  email: '',
  password: '',
  password_confirmation: '',
  acknowledgement: false,
};

function SignupForm({ onDone, email }: Shared) {
  const form = useForm<SignupValues, unknown, SignupValues>({
    mode: 'onBlur',
    resolver: checkSignup,
    defaultValues: { ...emptySignup, email: email.current },
  });
  // A wrong field has a message; any other failure has one sentence (accounts.md §8, MA9).
  function explain(error: unknown): boolean {
    if (isExplainedByFields(error, Object.keys(emptySignup))) return false;
    showServerErrors(form, error);
    form.setError('root.server', { message: m.account_signup_failed() });
    return true;
  }
  return (
    <Form
      form={form}
      label={m.account_tab_signup()}
      onError={explain}
      onSubmit={async ({ acknowledgement: _acknowledgement, ...registration }) => {
        await signUp(registration);
        onDone?.('signup');
      }}
      className="grid gap-4"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <FormText name="first_name" label={m.account_first_name()} required autoComplete="given-name" />
        <FormText name="last_name" label={m.account_last_name()} required autoComplete="family-name" />
      </div>
      <EmailField email={email} />
      <NewPasswordFields note={m.account_password_note()} required />
      <FormCheckbox
        name="acknowledgement"
        label={m.account_acknowledgement({ schools: schoolNames() })}
        required
      />
      <Button type="submit" busy={form.formState.isSubmitting} className="w-full">
        {m.account_create_account()}
      </Button>
    </Form>
  );
}

type LoginBoxProps = {
  tab?: LoginTab;
  message?: string;
  redirectPath?: string;
  email?: string;
  onTab?: (tab: LoginTab) => void;
  onDone?: (how: LoginTab) => void;
};

function Message({ text }: { text: string | undefined }) {
  const [isShown, setShown] = useState(true);
  useEffect(() => setShown(true), [text]);
  if (!text || !isShown) return null;
  return (
    <Notice
      className="mb-4"
      role="status"
      onDismiss={() => setShown(false)}
      dismissLabel={m.account_dismiss_message()}
    >
      {text}
    </Notice>
  );
}

export function LoginBox({ tab = 'login', message, redirectPath, email = '', onTab, onDone }: LoginBoxProps) {
  const [open, setOpen] = useState<LoginTab>(tab);
  const typed = useRef(email);
  useRulesWhenIdle(checkLogin, checkSignup);
  useEffect(() => setOpen(tab), [tab]);
  return (
    <div>
      <Message text={message} />
      <Tabs
        label={m.account_login_or_signup()}
        value={open}
        onChange={(value) => {
          setOpen(value as LoginTab);
          onTab?.(value as LoginTab);
        }}
        tabs={[
          {
            value: 'login',
            label: m.account_tab_login(),
            panel: <LoginForm onDone={onDone} email={typed} redirectPath={redirectPath} />,
          },
          {
            value: 'signup',
            label: m.account_tab_signup(),
            panel: <SignupForm onDone={onDone} email={typed} />,
          },
        ]}
      />
    </div>
  );
}
