import { Outlet } from 'react-router';
import { m } from '#i18n/messages.js';
import { WelcomeNotice } from '#app/accounts/welcome-notice.tsx';
import { LoadFailedTitle } from '#app/api/loaded.tsx';
import { RequireLogin } from '#app/auth/require-login.tsx';
import { useAuth } from '#app/auth/use-auth.ts';
import { useTrail } from '#app/lists/way-back.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { UnknownUser } from '#app/shell/passing-trouble.tsx';
import { HealthAlert } from './health-alert.tsx';
import { AllowedPage } from './allowed-page.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import { Frame, SandboxLine } from './frame/frame.tsx';

export const handle = { needsSession: true, waitsInside: true, fillsWindow: true, hasOwnFrame: true };
export const meta = () => pageTitle(m.office_title());

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
              <WelcomeNotice className="mb-5" />
              <AllowedPage>
                <HealthAlert />
                <Outlet />
              </AllowedPage>
            </RequireLogin>
          ) : (
            <Spinner label={m.shell_loading()} className="min-h-96" />
          )}
        </main>
      </div>
    </LoadFailedTitle>
  );
}
