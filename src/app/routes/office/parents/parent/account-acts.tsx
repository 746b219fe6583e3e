import { useNavigate } from 'react-router';
import { m } from '#i18n/messages.js';
import { mailPasswordReset } from '#modules/office/people/people.contract.ts';
import { deleteAccountByStaff, takeCopyOfParent } from '#modules/privacy/privacy.contract.ts';
import { call, callForOne } from '#app/api/client.ts';
import { ConfirmButton } from '#app/forms/confirm-button.tsx';

type Props = { user_id: number; name: string };

export function ResetMailButton({ user_id, name }: Props) {
  return (
    <ConfirmButton
      label={m.office_reset_mail()}
      title={m.office_reset_mail_title({ name })}
      description={m.office_reset_mail_text()}
      done={m.family_mail_sent()}
      look="secondary"
      act={() => call(mailPasswordReset, { params: { id: user_id } })}
    />
  );
}

export function CopyButton({ user_id, name }: Props) {
  return (
    <ConfirmButton
      label={m.office_copy()}
      title={m.office_copy_title({ name })}
      description={m.office_copy_text()}
      done={m.office_copy_done()}
      look="secondary"
      act={async () => {
        const { path } = await callForOne(takeCopyOfParent, { params: { id: user_id } });
        window.location.assign(path);
      }}
    />
  );
}

/** For a parent who has asked the office; the server refuses while there is a contract or money. */
export function DeleteButton({ user_id, name }: Props) {
  const navigate = useNavigate();
  return (
    <ConfirmButton
      label={m.office_delete_account()}
      title={m.office_delete_account_title({ name })}
      description={m.office_delete_account_text()}
      done={m.office_delete_account_done()}
      act={async () => {
        await call(deleteAccountByStaff, { params: { id: user_id } });
        await navigate('/admin/users/parents');
      }}
    />
  );
}
