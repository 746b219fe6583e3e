import { useEffect, useState, useSyncExternalStore } from 'react';
import { useBlocker } from 'react-router';
import { m } from '#i18n/messages.js';
import { isLeavingPage } from '#app/auth/session-state.ts';
import { Button } from '#app/ui/button.tsx';
import { Late, latePart } from './late-part.tsx';
import { leavesOpenedObject } from './opened-object.ts';
import { hasUnsavedChanges, onAskToLeave, onUnsavedChanges, unsavedText } from './unsaved-changes.ts';

// Dialogs are heavy for a public page, so this part comes with the first change in a form.
const leaveDialog = latePart(async () => (await import('#app/ui/dialog.tsx')).Dialog);

/** Closing and reloading ask in the browser's own words; navigation by the portal does not. */
function useAskOnUnload(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const ask = (event: BeforeUnloadEvent) => {
      if (hasUnsavedChanges() && !isLeavingPage()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
}

function useQuestion() {
  const [question, setQuestion] = useState<{ answer: (isLeaving: boolean) => void }>();
  useEffect(() => {
    const askOnce = (resolve: (isLeaving: boolean) => void) =>
      setQuestion({
        answer(isLeaving) {
          setQuestion(undefined);
          resolve(isLeaving);
        },
      });
    return onAskToLeave(() => new Promise(askOnce));
  }, []);
  return question;
}

/** Asks before typed text of this page is lost. Other parts of the same page lose nothing. */
export function LeaveGuard() {
  const isUnsaved = useSyncExternalStore(onUnsavedChanges, hasUnsavedChanges, () => false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasUnsavedChanges() &&
      (currentLocation.pathname !== nextLocation.pathname ||
        leavesOpenedObject(currentLocation, nextLocation)),
  );
  const question = useQuestion();
  useEffect(() => {
    if (isUnsaved) leaveDialog.load().catch(() => undefined);
  }, [isUnsaved]);
  useAskOnUnload(isUnsaved);
  const isOpen = blocker.state === 'blocked' || question !== undefined;
  if (!isOpen && !leaveDialog.here) return null;
  function decide(isLeaving: boolean): void {
    question?.answer(isLeaving);
    if (blocker.state === 'blocked') blocker[isLeaving ? 'proceed' : 'reset']();
  }
  const stay = <Button onClick={() => decide(false)}>{m.shell_leave_stay()}</Button>;
  return (
    <Late part={leaveDialog} dialog={m.shell_leave_title()} otherWay={stay}>
      {(Dialog) => (
        <Dialog
          open={isOpen}
          onClose={() => decide(false)}
          title={m.shell_leave_title()}
          description={isOpen && (unsavedText() ?? m.shell_leave_text())}
          actions={
            <>
              {stay}
              <Button look="danger" onClick={() => decide(true)}>
                {m.shell_leave_go()}
              </Button>
            </>
          }
        />
      )}
    </Late>
  );
}
