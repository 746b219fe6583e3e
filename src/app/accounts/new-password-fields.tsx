import { useWatch } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { FormPassword } from '#app/forms/fields.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';

import { PasswordMeter } from './password-meter.tsx';

type Pair = { password: string; password_confirmation: string; email?: string };

type NewPasswordProps = {
  note?: string;
  /** the account's email, if no field of the form has the email */
  email?: string;
  required?: boolean;
  readOnly?: boolean;
};

/** The two passwords are compared after both are typed. A password manager saves the address too (MD24). */
export function NewPasswordFields({ note, email, ...both }: NewPasswordProps) {
  const [first, second, typed] = useWatch<Pair, ['password', 'password_confirmation', 'email']>({
    name: ['password', 'password_confirmation', 'email'],
  });
  return (
    <>
      {email && (
        <TextField
          name="username"
          type="email"
          label={m.account_email()}
          value={email}
          readOnly
          autoComplete="username"
        />
      )}
      <div className="grid content-start gap-2">
        <FormPassword
          {...both}
          name="password"
          label={m.account_password()}
          note={note}
          autoComplete="new-password"
          rules={{ deps: second ? ['password_confirmation'] : [] }}
        />
        <PasswordMeter password={first ?? ''} email={email ?? typed ?? ''} />
      </div>
      <FormPassword
        {...both}
        name="password_confirmation"
        label={m.account_confirm_password()}
        autoComplete="new-password"
        rules={{ deps: first ? ['password'] : [] }}
      />
    </>
  );
}
