import { useSyncExternalStore } from 'react';
import { useNavigation } from 'react-router';
import { m } from '#i18n/messages.js';
import { waitText } from '#kit/text/wait-text.ts';
import { currentWait, onWait } from '#app/api/turn.ts';
import { startAgain } from '#app/auth/session.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { isRouteMissing, loadMissingRoute, onRouteMissing } from './load-route-module.ts';

/** The current page stays until the requested page has loaded. */
export function MissingPage() {
  const isMissing = useSyncExternalStore(onRouteMissing, isRouteMissing, () => false);
  const isUnderWay = useNavigation().state === 'loading';
  return isMissing && isUnderWay && <PageWaits tryAgain={loadMissingRoute} />;
}

function PageWaits({ tryAgain }: { tryAgain: () => void }) {
  return (
    <div className="fixed inset-x-0 top-0 z-30 mx-auto max-w-form p-3 print:hidden">
      <Notice tone="warning" role="alert" title={m.shell_offline_title()} className="shadow-raised">
        <p>{m.shell_offline_page()}</p>
        <Button look="secondary" size="small" className="mt-2" onClick={tryAgain}>
          {m.shell_try_again()}
        </Button>
      </Notice>
    </div>
  );
}

const nobodyWaits = () => undefined;

/** The place in the line during a rush (H21). */
export function WaitingForTurn() {
  const waiting = useSyncExternalStore(onWait, currentWait, nobodyWaits);
  if (!waiting) return null;
  const { ahead, wait_s } = waiting;
  return (
    <div className="fixed inset-x-0 top-0 z-30 mx-auto max-w-form p-3 print:hidden">
      <Notice role="status" title={m.shell_line_title({ n: ahead + 1 })} className="shadow-raised">
        <p>
          {wait_s !== null && <span>{`${m.shell_line_wait({ wait: waitText(wait_s) })} `}</span>}
          <span>{m.shell_line_text()}</span>
        </p>
      </Notice>
    </div>
  );
}

/**
 * The user could not be read; nobody is logged out.
 * @param props.isPage  nothing else can be shown
 */
export function UnknownUser({ isPage }: { isPage: boolean }) {
  const { isUnsure, isLoading, errors } = useAuth();
  if (!isUnsure) return null;
  return (
    <div className="mx-auto w-full max-w-page px-5 pt-5 lg:px-8 print:hidden">
      <Notice
        tone="warning"
        role="alert"
        title={isPage ? <h1>{m.shell_unsure_title()}</h1> : m.shell_unsure_title()}
      >
        <p>{m.shell_unsure_text({ reason: errors.join(' ') })}</p>
        <Button
          look="secondary"
          size="small"
          className="mt-2"
          busy={isLoading}
          onClick={() => void startAgain()}
        >
          {m.shell_try_again()}
        </Button>
      </Notice>
    </div>
  );
}
