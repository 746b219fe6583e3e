import { useState } from 'react';
import { m } from '#i18n/messages.js';
import { resendVerificationEmail } from '#modules/accounts/accounts.contract.ts';
import { sentencesOf } from '#app/api/api-error.ts';
import { call } from '#app/api/client.ts';
import { loadUser } from '#app/auth/session.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { Button } from '#app/ui/button.tsx';

export function ResendVerification() {
  const { user } = useAuth();
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState('');
  async function resend() {
    setBusy(true);
    setOutcome('');
    try {
      await call(resendVerificationEmail);
      setOutcome(m.account_verify_resent({ email: user?.email ?? '' }));
      // The email may be verified by now, for example on the phone with the email.
      await loadUser();
    } catch (error) {
      setOutcome(sentencesOf(error).join(' '));
    } finally {
      setBusy(false);
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button look="secondary" size="small" busy={isBusy} onClick={() => void resend()}>
        {m.account_verify_resend()}
      </Button>
      <p role="status" className="min-w-0 break-words text-sm">
        {outcome}
      </p>
    </div>
  );
}

/** Unverified users may buy; the dashboard shows the banner on every page (U). */
export function UnverifiedBanner() {
  const { user } = useAuth();
  if (!user || user.is_email_verified) return null;
  return (
    <section
      aria-label={m.account_unverified_label()}
      className="mb-5 rounded-r-md border-l-4 border-bus bg-bus-wash px-4 py-3 print:hidden"
    >
      <p className="mb-2">{m.account_unverified({ email: user.email })}</p>
      <ResendVerification />
    </section>
  );
}
