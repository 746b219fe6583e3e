import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { m } from '#i18n/messages.js';
import { useAuth } from '../../auth/use-auth.ts';
import { LoginBox } from '../../parts/login-box.tsx';
import { pageTitle } from '../../shell/page-title.ts';
import { safeRedirectPath } from '../../shell/redirect-path.ts';
import { useAddress } from '../../shell/use-address.ts';
import { Card } from '../../ui/card.tsx';

export const meta = () => pageTitle(m.shell_title_login());

export default function Login() {
  const { query, search } = useAddress();
  const navigate = useNavigate();
  const { isAuthenticated, isReady } = useAuth();
  const redirectPath = safeRedirectPath(query.get('redirectPath'));
  // Someone who is already signed in goes on; the form's own way on is onDone (W9).
  useEffect(() => {
    if (isAuthenticated) void navigate(redirectPath ?? '/dashboard', { replace: true });
  }, [isReady]);
  return (
    <div className="mx-auto max-w-lg px-5 py-10">
      <h1 className="mb-6 text-2xl font-extrabold">{m.account_login_title()}</h1>
      <Card>
        <LoginBox
          key={search}
          tab={query.get('tab') === 'signup' ? 'signup' : 'login'}
          message={query.get('message') ?? undefined}
          redirectPath={redirectPath}
          onDone={() => void navigate(redirectPath ?? '/', { replace: true })}
        />
      </Card>
    </div>
  );
}
