import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { useAuth } from '#app/auth/use-auth.ts';
import { SecurityCards } from '#app/security/security-cards.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { Notice } from '#app/ui/notice.tsx';
import { PageHead } from '#app/ui/page-head.tsx';

export const meta = () => pageTitle(m.account_security_title());

export default function Security() {
  const { isImpersonating } = useAuth();
  return (
    <>
      <Link
        to="/dashboard/profile"
        className="mb-2 inline-flex min-h-11 items-center font-bold underline underline-offset-4 print:hidden"
      >
        {m.account_security_back()}
      </Link>
      <PageHead title={m.account_security_title()} />
      {isImpersonating ? <Notice>{m.server_refused_while_impersonating()}</Notice> : <SecurityCards />}
    </>
  );
}
