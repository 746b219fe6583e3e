import { Navigate } from 'react-router';
import { m } from '#i18n/messages.js';
import { stopImpersonating } from '#app/auth/session.ts';
import { useAllowed, useAuth } from '#app/auth/use-auth.ts';
import { LeaveButton } from '#app/shell/nav-bar.tsx';
import { useAddress } from '#app/shell/use-address.ts';
import { LinkButton } from '#app/ui/button.tsx';
import type { Elements } from '#app/ui/elements.ts';
import { isAllowed } from '#kit/endpoint/right.ts';
import { MENU, OVERVIEW, rightOf, SECURITY, type MenuEntry } from './menu.ts';

type Why = 'family' | 'impersonating' | 'right';

const refusals: Record<Why, { title: () => string; text: () => string }> = {
  family: { title: m.office_refused_title, text: m.office_refused_text },
  impersonating: { title: m.office_refused_impersonating_title, text: m.office_refused_impersonating_text },
  right: { title: m.office_refused_right_title, text: m.portal_right_missing },
};

function Refused({ why, first }: { why: Why; first?: MenuEntry }) {
  const { title, text } = refusals[why];
  return (
    <div className="mx-auto grid max-w-form justify-items-start gap-4 px-5 py-16">
      <h1 className="text-2xl font-extrabold">{title()}</h1>
      <p>{text()}</p>
      {first ? (
        <LinkButton to={first.path}>{m.office_to_first_page({ page: first.label() })}</LinkButton>
      ) : (
        <LinkButton to="/dashboard">{m.office_to_dashboard()}</LinkButton>
      )}
      {why === 'impersonating' && (
        <LeaveButton look="danger" text={m.shell_nav_stop_impersonating()} act={stopImpersonating} />
      )}
    </div>
  );
}

/** A page of the office for who has its right by the menu; for others the reason why not. */
export function AllowedPage({ children }: { children: Elements }) {
  const auth = useAuth();
  const { isStaff, isImpersonating, user } = auth;
  const { pathname } = useAddress();
  const [first] = useAllowed(MENU);
  // Before the setup of a second factor no other page of the office answers (H2).
  if (user?.needs_second_factor && pathname !== SECURITY) return <Navigate to={SECURITY} replace />;
  if (!isStaff) return <Refused why={isImpersonating ? 'impersonating' : 'family'} />;
  if (isAllowed(auth, rightOf(pathname))) return children;
  // A school's person begins on the first page of the role (OF8.6).
  return pathname === OVERVIEW && first ? (
    <Navigate to={first.path} replace />
  ) : (
    <Refused why="right" first={first} />
  );
}
