import { useWatch } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { FormPassword } from '#app/forms/fields.tsx';

type Pair = { password: string; password_confirmation: string };

/**
 * A new password, typed twice; the two are compared once both have been typed. Stands inside a Form with the
 * fields `password` and `password_confirmation`.
 */
export function NewPasswordFields({
  note,
  ...both
}: {
  note?: string;
  required?: boolean;
  readOnly?: boolean;
}) {
  const [first, second] = useWatch<Pair, ['password', 'password_confirmation']>({
    name: ['password', 'password_confirmation'],
  });
  return (
    <>
      <FormPassword
        {...both}
        name="password"
        label={m.account_password()}
        note={note}
        autoComplete="new-password"
        rules={{ deps: second ? ['password_confirmation'] : [] }}
      />
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
