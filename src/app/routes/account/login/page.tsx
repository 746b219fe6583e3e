import { Navigate, useLocation, useNavigate } from 'react-router';
import { m } from '#i18n/messages.js';
import { brand } from '#app/company/brand.ts';
import { safeSitePath } from '#kit/text/site-path.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import type { Welcome } from '#app/accounts/welcome-notice.tsx';
import { LoginBox } from '#app/accounts/login-box.tsx';
import { useKnownEmail } from '#app/routes/account/use-known-email.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { useAddress } from '#app/shell/use-address.ts';
import { Card } from '#app/ui/card.tsx';

export const meta = () => pageTitle(m.shell_title_login());

// A stored login leads on from here without a view of the form.
export const handle = { waitsForUser: true };

export default function Login() {
  const { query } = useAddress();
  const { state } = useLocation();
  const email = useKnownEmail();
  const navigate = useNavigate();
  const { isAuthenticated, isFreshLogin, isStaff, rights } = useAuth();
  const redirectPath = safeSitePath(query.get('redirectPath'));
  // A login leads to the root, an existing session to the dashboard (accounts.md §2, W9).
  const tab = query.get('tab') === 'signup' ? 'signup' : 'login';
  if (isAuthenticated) {
    const welcome: Welcome | undefined = isFreshLogin ? { welcome: tab } : undefined;
    // A school's person works in the office alone (OF8.6).
    const ownPlace = isFreshLogin ? '/' : '/dashboard';
    const place = isStaff && !rights.has('families') ? '/admin' : ownPlace;
    return <Navigate to={redirectPath ?? place} state={welcome} replace />;
  }
  return (
    <div data-for-visitors className="mx-auto max-w-lg px-5 py-10">
      <h1 className="mb-6 text-2xl font-extrabold tracking-tight">
        {m.account_login_title({ company: brand.short_name })}
      </h1>
      <Card>
        <LoginBox
          tab={tab}
          message={query.get('message') ?? undefined}
          redirectPath={redirectPath}
          email={email}
          onTab={(opened) =>
            void navigate(
              { search: `?${new URLSearchParams({ ...Object.fromEntries(query), tab: opened }).toString()}` },
              { replace: true, preventScrollReset: true, state },
            )
          }
        />
      </Card>
    </div>
  );
}
