import { useState } from 'react';
import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import type { User } from '#modules/accounts/accounts.contract.ts';
import { deleteAccount, takeCopy } from '#modules/privacy/privacy.contract.ts';
import { call, callForOne } from '#app/api/client.ts';
import { logOut } from '#app/auth/session.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { useToast } from '#app/ui/toast.tsx';
import { OwnerDialog } from './owner-dialog.tsx';

function TakeCopy({ user }: { user: User }) {
  const [isOpen, setOpen] = useState(false);
  const { isImpersonating } = useAuth();
  const say = useToast();
  const close = () => setOpen(false);
  return (
    <>
      <Button
        look="secondary"
        icon="file"
        disabled={isImpersonating}
        disabledReason={isImpersonating && m.dashboard_data_staff()}
        onClick={() => setOpen(true)}
      >
        {m.dashboard_data_copy()}
      </Button>
      {isOpen && (
        <OwnerDialog
          title={m.dashboard_data_copy_title()}
          description={m.dashboard_data_copy_text()}
          label={m.dashboard_data_copy_start()}
          asksPassword={user.needs_current_password}
          onClose={close}
          act={async (body) => {
            const { path } = await callForOne(takeCopy, { body });
            close();
            say(m.dashboard_data_copy_done());
            window.location.assign(path);
          }}
        />
      )}
    </>
  );
}

function DeleteAccount() {
  const [isOpen, setOpen] = useState(false);
  const { isImpersonating, isStaff } = useAuth();
  const close = () => setOpen(false);
  const reason = isImpersonating ? m.dashboard_data_delete_staff() : isStaff && m.server_staff_account_kept();
  return (
    <>
      <Button
        look="danger"
        icon="bin"
        disabled={Boolean(reason)}
        disabledReason={reason}
        onClick={() => setOpen(true)}
      >
        {m.dashboard_data_delete()}
      </Button>
      {isOpen && (
        <OwnerDialog
          title={m.dashboard_data_delete_title()}
          description={m.dashboard_data_delete_text()}
          label={m.dashboard_data_delete_start()}
          asksPassword
          onClose={close}
          act={async (body) => {
            await call(deleteAccount, { body });
            await logOut('/account-deleted');
          }}
        />
      )}
    </>
  );
}

export function YourData({ user }: { user: User }) {
  return (
    <Card title={m.dashboard_data_title()} className="mt-5">
      <p className="mb-4 max-w-prose text-ink-soft">
        <span>{m.dashboard_data_intro()}</span>{' '}
        <Link to="/privacy-policy" className="underline underline-offset-4">
          {m.dashboard_data_policy()}
        </Link>
      </p>
      <div className="flex flex-col items-start gap-3 sm:flex-row">
        <TakeCopy user={user} />
        <DeleteAccount />
      </div>
    </Card>
  );
}
