import { Link, useLocation, useNavigate } from 'react-router';
import { m } from '#i18n/messages.js';
import { isolated } from '#kit/text/isolated.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { classNames } from '#app/ui/class-names.ts';
import { Notice } from '#app/ui/notice.tsx';
import { shownName } from '#kit/text/full-name.ts';
import type { Elements } from '#app/ui/elements.ts';

export type Welcome = { welcome: 'login' | 'signup' };

type WelcomeMessageProps = Welcome & { onDismiss: () => void; className?: string; children?: Elements };

export function WelcomeMessage({ welcome, onDismiss, className, children }: WelcomeMessageProps) {
  const { user } = useAuth();
  if (!user) return null;
  const isNew = welcome === 'signup';
  return (
    <Notice
      tone="success"
      role="status"
      className={className}
      title={
        isNew
          ? m.shell_welcome_signup({ name: isolated(user.first_name) })
          : m.shell_welcome_login({ name: shownName(user) })
      }
      dismissLabel={m.account_dismiss_message()}
      onDismiss={onDismiss}
    >
      {isNew && <p className="break-words">{m.shell_welcome_signup_text({ email: user.email })}</p>}
      {children}
    </Notice>
  );
}

const BELOW_THE_MENU = 'mx-auto max-w-page px-5 pt-4 lg:px-8';

/** @param className  the place on the page */
export function WelcomeNotice({ className = BELOW_THE_MENU }: { className?: string }) {
  const { user } = useAuth();
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const welcome = (state as Partial<Welcome> | null)?.welcome;
  if (!user || !welcome) return null;
  return (
    <div className={classNames(className, 'print:hidden')}>
      <WelcomeMessage
        welcome={welcome}
        onDismiss={() => void navigate({ pathname, search }, { replace: true, preventScrollReset: true })}
      >
        {!pathname.startsWith('/dashboard') && (
          <Link to="/dashboard" className="inline-flex min-h-11 items-center underline underline-offset-4">
            {m.shell_welcome_to_dashboard()}
          </Link>
        )}
      </WelcomeMessage>
    </div>
  );
}
