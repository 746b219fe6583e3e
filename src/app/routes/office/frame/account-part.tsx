import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { shownName } from '#kit/text/full-name.ts';
import { logOut } from '#app/auth/session.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { LeaveButton } from '#app/shell/nav-bar.tsx';
import { buttonClass } from '#app/ui/button.tsx';

const small = buttonClass('quiet', undefined, 'small');

/** The viewer, and the ways out of the office. */
export function AccountPart({ onKeys }: { onKeys: () => void }) {
  const { user } = useAuth();
  return (
    <div className="mt-4 border-t border-hair px-3 pt-3">
      <p className="text-sm break-words text-ink-soft">
        {user ? m.shell_signed_in_as({ name: shownName(user) }) : '\u00a0'}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <button type="button" onClick={onKeys} className={small}>
          {m.office_keys_button()}
        </button>
        <Link to="/" className={small}>
          {m.office_to_site()}
        </Link>
        <LeaveButton look="secondary" text={m.shell_nav_log_out()} act={logOut} />
      </div>
    </div>
  );
}
