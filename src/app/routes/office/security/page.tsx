import { m } from '#i18n/messages.js';
import { SecurityCards } from '#app/security/security-cards.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { PageHead } from '#app/ui/page-head.tsx';

export const meta = () => pageTitle(m.account_security_title());

/** The same of a staff member's own account; whoever needs a second factor is led here. */
export default function StaffSecurity() {
  return (
    <>
      <PageHead title={m.account_security_title()} />
      <SecurityCards />
    </>
  );
}
