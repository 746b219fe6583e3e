import { m } from '#i18n/messages.js';
import { SecurityCards } from '#app/security/security-cards.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { PageHead } from '#app/ui/page-head.tsx';

export const meta = () => pageTitle(m.office_title_security());

/** Staff without a required second factor are led here. */
export default function StaffSecurity() {
  return (
    <>
      <PageHead title={m.office_title_security()} />
      <SecurityCards />
    </>
  );
}
