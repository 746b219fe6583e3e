import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import type { User } from '#modules/accounts/accounts.contract.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { PageHead } from '#app/ui/page-head.tsx';
import { mayLeave } from '#app/shell/unsaved-changes.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { Button } from '#app/ui/button.tsx';
import { Card, Facts } from '#app/ui/card.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { ProfileForm, type Saved } from './profile-form.tsx';
import { YourData } from './your-data.tsx';

export const meta = () => pageTitle(m.shell_title_profile());

function ProfileFacts({ user }: { user: User }) {
  const none = m.dashboard_none();
  return (
    <Card>
      <Facts
        facts={[
          { label: m.account_first_name(), value: user.first_name || none },
          { label: m.account_last_name(), value: user.last_name || none },
          { label: m.account_email(), value: <span className="break-words">{user.email || none}</span> },
          { label: m.account_phone_home(), value: user.phone_home || none },
          { label: m.account_phone_cell(), value: user.phone_mobile || none },
        ]}
      />
    </Card>
  );
}

function SavedNotice({ saved }: { saved: Saved }) {
  return (
    <Notice tone="success" role="status" title={m.dashboard_profile_saved()} className="mb-5">
      {saved.newEmail && (
        <p className="break-words">{m.dashboard_profile_verify_new({ email: saved.newEmail })}</p>
      )}
      {saved.hasNewPassword && <p>{m.dashboard_profile_logged_out_elsewhere()}</p>}
    </Notice>
  );
}

function MoreLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="inline-flex min-h-11 items-center gap-2 font-bold underline underline-offset-4">
      <span>{children}</span>
      <Icon name="arrow" />
    </Link>
  );
}

export default function Profile() {
  const { user } = useAuth();
  const [isEditing, setEditing] = useState(false);
  const [saved, setSaved] = useState<Saved>();
  if (!user) return null;
  async function toggle() {
    if (isEditing && !(await mayLeave())) return;
    setSaved(undefined);
    setEditing(!isEditing);
  }
  function close(change: Saved) {
    setSaved(change);
    setEditing(false);
  }
  const button = (
    <Button
      look="secondary"
      icon={isEditing ? 'cross' : 'pencil'}
      aria-expanded={isEditing}
      onClick={() => void toggle()}
    >
      {isEditing ? m.dashboard_profile_close() : m.dashboard_edit()}
    </Button>
  );
  return (
    <>
      <PageHead title={m.dashboard_profile_title()} actions={button} />
      {saved && <SavedNotice saved={saved} />}
      {user.pending_email && !saved?.newEmail && (
        <Notice tone="info" className="mb-5">
          <p className="break-words">{m.dashboard_profile_pending_email({ email: user.pending_email })}</p>
        </Notice>
      )}
      {isEditing ? <ProfileForm user={user} onSaved={close} /> : <ProfileFacts user={user} />}
      <div className="mt-4 flex flex-wrap gap-x-8">
        <MoreLink to="/dashboard/security">{m.account_security_link()}</MoreLink>
        <MoreLink to="/dashboard/addresses">{m.dashboard_profile_addresses()}</MoreLink>
      </div>
      <YourData user={user} />
    </>
  );
}
