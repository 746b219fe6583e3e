import { m } from '#i18n/messages.js';
import { AccountFrame } from '#app/routes/account/account-frame.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';

export const meta = () => pageTitle(m.shell_title_account_deleted());

/** The end of a deletion, for somebody without an account (MP10). */
export default function AccountDeleted() {
  return (
    <AccountFrame title={m.account_deleted_title()}>
      <div className="grid justify-items-start gap-4">
        <Notice tone="success" role="status" className="w-full">
          {m.account_deleted_text()}
        </Notice>
        <p>{m.account_deleted_kept()}</p>
        <LinkButton to="/">{m.account_deleted_home()}</LinkButton>
      </div>
    </AccountFrame>
  );
}
