import { m } from '#i18n/messages.js';
import { useAuth } from '#app/auth/use-auth.ts';
import { Icon } from '#app/ui/icon.tsx';

/** Says on every page whose account it is that staff look at (U). */
export function ImpersonationBanner() {
  const { isImpersonating, user } = useAuth();
  if (!isImpersonating || !user) return null;
  const name = `${user.first_name} ${user.last_name}`;
  return (
    <p role="status" className="border-b-2 border-amber bg-amber-wash py-2 text-ink print:hidden">
      <span className="mx-auto flex max-w-page gap-2.5 px-5 lg:px-8">
        <Icon name="eye" className="mt-0.5 text-amber" />
        <span className="min-w-0 break-words">{m.shell_impersonating({ name, email: user.email })}</span>
      </span>
    </p>
  );
}
