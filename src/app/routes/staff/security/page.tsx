import { m } from '#i18n/messages.js';
import { SessionsCard } from '#app/security/sessions-card.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { PageHead } from '#app/ui/page-head.tsx';

export const meta = () => pageTitle(m.account_security_title());

/** Where a staff member's own account is logged in. */
export default function StaffSecurity() {
  return (
    <>
      <PageHead title={m.account_security_title()} />
      <SessionsCard />
    </>
  );
}
