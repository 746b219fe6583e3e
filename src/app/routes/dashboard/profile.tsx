import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { useAuth } from '../../auth/use-auth.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { pageTitle } from '../../shell/page-title.ts';
import { Card, Facts } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';

export const meta = () => pageTitle(m.shell_title_profile());

export default function Profile() {
  const { user } = useAuth();
  if (!user) return null;
  const none = m.dashboard_none();
  return (
    <>
      <PageHead title={m.dashboard_profile_title()} />
      {!user.is_email_verified && <Notice className="mb-5">{m.dashboard_profile_unverified()}</Notice>}
      <Card>
        <Facts
          facts={[
            { label: m.account_first_name(), value: user.first_name || none },
            { label: m.account_last_name(), value: user.last_name || none },
            { label: m.account_email(), value: user.email || none },
            { label: m.account_phone_home(), value: user.phone_home || none },
            { label: m.account_phone_cell(), value: user.phone_mobile || none },
          ]}
        />
      </Card>
      <Link to="/dashboard/addresses" className="mt-4 inline-flex min-h-11 items-center gap-2 font-bold underline underline-offset-4">
        {m.dashboard_profile_addresses()}
        <Icon name="arrow" />
      </Link>
    </>
  );
}
