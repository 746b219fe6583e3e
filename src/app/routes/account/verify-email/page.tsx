import { useCallback, useEffect, useState } from 'react';
import { m } from '#i18n/messages.js';
import { isPassingStatus } from '#app/api/api-error.ts';
import { commonHeaders } from '#app/api/headers.ts';
import { isVerificationLink } from '#app/api/verification-link.ts';
import { fetchWithTimeout } from '#app/api/fetch-with-timeout.ts';
import { loadUser } from '#app/auth/session.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { AccountFrame } from '#app/routes/account/account-frame.tsx';
import { ResendVerification } from '#app/accounts/resend-verification.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { useQueryOnce } from '#app/routes/account/use-query-once.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

export const meta = () => pageTitle(m.shell_title_verify_email());
// A slow start must not lose typed text to the spinner in the page's place.
export const handle = { needsSession: true };

/** `unknown`: without an answer about the link, the link may be good. */
type State = 'verifying' | 'success' | 'failed' | 'unknown';

async function follow(link: string | undefined): Promise<State> {
  if (!link || !isVerificationLink(link, location.origin)) return 'failed';
  // The link alone names the account; no login is sent to a link of unknown origin.
  const request = new Request(link, { headers: commonHeaders(undefined), credentials: 'omit' });
  const answer = await fetchWithTimeout(request).catch(() => undefined);
  if (answer?.is_success) return 'success';
  return !answer || isPassingStatus(answer.status) ? 'unknown' : 'failed';
}

/** Follows a mailed link once, and again on demand (accounts.md §2, MA2). */
function useVerification(): { state: State; tryAgain: () => void } {
  const read = useQueryOnce(['endpoint']);
  const [state, setState] = useState<State>('verifying');
  const verify = useCallback(async (endpoint: string | undefined) => {
    setState('verifying');
    const reached = await follow(endpoint);
    setState(reached);
    if (reached === 'success') await loadUser();
  }, []);
  useEffect(() => {
    if (read) void verify(read.endpoint);
  }, [read, verify]);
  return { state, tryAgain: () => void verify(read?.endpoint) };
}

function Verified({ isAuthenticated }: { isAuthenticated: boolean }) {
  return (
    <div className="grid gap-4">
      <Notice tone="success" role="status" title={m.account_verify_done()}>
        {m.account_verify_done_text()}
      </Notice>
      {isAuthenticated ? (
        <LinkButton to="/dashboard">{m.shell_nav_dashboard()}</LinkButton>
      ) : (
        <LinkButton to="/login">{m.account_log_in()}</LinkButton>
      )}
    </div>
  );
}

function NotVerified({ canResend }: { canResend: boolean }) {
  return (
    <div className="grid gap-4">
      <Notice tone="danger" role="alert" title={m.account_verify_failed()}>
        {m.account_verify_failed_text()}
      </Notice>
      {canResend ? (
        <ResendVerification />
      ) : (
        <LinkButton to="/login?redirectPath=%2Fdashboard%2Fprofile">{m.account_log_in()}</LinkButton>
      )}
    </div>
  );
}

function NoAnswer({ tryAgain }: { tryAgain: () => void }) {
  return (
    <div className="grid gap-4">
      <Notice tone="danger" role="alert" title={m.account_verify_failed()}>
        {m.account_verify_no_answer()}
      </Notice>
      <Button onClick={tryAgain}>{m.shell_try_again()}</Button>
    </div>
  );
}

export default function VerifyEmail() {
  const { state, tryAgain } = useVerification();
  const { isAuthenticated, user } = useAuth();
  return (
    <AccountFrame title={m.account_verify_email_title()}>
      {state === 'verifying' && <Spinner label={m.account_verify_working()} />}
      {state === 'success' && <Verified isAuthenticated={isAuthenticated} />}
      {state === 'unknown' && <NoAnswer tryAgain={tryAgain} />}
      {state === 'failed' && <NotVerified canResend={user?.is_email_verified === false} />}
    </AccountFrame>
  );
}
