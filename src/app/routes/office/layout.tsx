import { Navigate, Outlet } from 'react-router';
import { m } from '#i18n/messages.js';
import { WelcomeNotice } from '#app/accounts/welcome-notice.tsx';
import { LoadFailedTitle } from '#app/api/loaded.tsx';
import { RequireLogin } from '#app/auth/require-login.tsx';
import { stopImpersonating } from '#app/auth/session.ts';
import { isAllowed } from '#kit/endpoint/right.ts';
import { useAllowed, useAuth } from '#app/auth/use-auth.ts';
import { useTrail } from '#app/lists/way-back.tsx';
import { LeaveButton } from '#app/shell/nav-bar.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { UnknownUser } from '#app/shell/passing-trouble.tsx';
import { useAddress } from '#app/shell/use-address.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { HealthAlert } from './health-alert.tsx';
import { MENU, OVERVIEW, rightOf, SECURITY, type MenuEntry } from './menu.ts';
import { classNames } from '#app/ui/class-names.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import { Frame, SandboxLine } from './frame/frame.tsx';

export const handle = { needsSession: true, waitsInside: true, fillsWindow: true, hasOwnFrame: true };
export const meta = () => pageTitle(m.office_title());

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

function Pages() {
  const auth = useAuth();
  const { isStaff, isImpersonating, user } = auth;
  const { pathname } = useAddress();
  const [first] = useAllowed(MENU);
  // Before the setup of a second factor no other page of the office answers (H2).
  if (user?.needs_second_factor && pathname !== SECURITY) return <Navigate to={SECURITY} replace />;
  if (!isStaff) return <Refused why={isImpersonating ? 'impersonating' : 'family'} />;
  if (isAllowed(auth, rightOf(pathname)))
    return (
      <>
        <HealthAlert />
        <Outlet />
      </>
    );
  // A school's person begins on the first page of the role (OF8.6).
  return pathname === OVERVIEW && first ? (
    <Navigate to={first.path} replace />
  ) : (
    <Refused why="right" first={first} />
  );
}

/**
 * The back office, for staff only; parents do not download the pages. The menu's place is reserved until the
 * session is known.
 */
export default function StaffLayout() {
  const { isReady, isStaff } = useAuth();
  useTrail();
  const isFramed = !isReady || isStaff;
  return (
    <LoadFailedTitle value={m.office_load_failed}>
      <SandboxLine />
      <div
        className={classNames(
          'flex-1 print:block',
          isFramed && 'lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)]',
        )}
      >
        {isFramed && <Frame />}
        <main
          id="content"
          tabIndex={-1}
          className={classNames('min-w-0', isFramed && 'px-4 pt-2 pb-8 lg:px-8 lg:pt-6')}
        >
          {isReady ? (
            <RequireLogin>
              <UnknownUser isPage={false} />
              <WelcomeNotice />
              <Pages />
            </RequireLogin>
          ) : (
            <Spinner label={m.shell_loading()} className="min-h-96" />
          )}
        </main>
      </div>
    </LoadFailedTitle>
  );
}
