import { useState } from 'react';
import { m } from '#i18n/messages.js';
import { undoEmailChange } from '#modules/accounts/profile/email-change.contract.ts';
import { isPassing } from '#app/api/api-error.ts';
import { call } from '#app/api/client.ts';
import { AccountFrame } from '#app/routes/account/account-frame.tsx';
import { useQueryOnce } from '#app/routes/account/use-query-once.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';

export const meta = () => pageTitle(m.shell_title_undo_email());
export const handle = { needsSession: true };

type State = 'asking' | 'busy' | 'done' | 'dead' | 'unknown';

/** Mail programs open links, so only a press undoes the change. */
function useUndo() {
  const read = useQueryOnce(['token']);
  const [state, setState] = useState<State>('asking');
  async function undo() {
    setState('busy');
    try {
      await call(undoEmailChange, { body: { token: read?.token ?? '' } });
      setState('done');
    } catch (error) {
      setState(isPassing(error) ? 'unknown' : 'dead');
    }
  }
  return { state: read && !read.token ? ('dead' as const) : state, undo: () => void undo() };
}

export default function UndoEmailChange() {
  const { state, undo } = useUndo();
  return (
    <AccountFrame title={m.account_undo_email_title()}>
      <div className="grid gap-4">
        {state === 'done' && (
          <Notice tone="success" role="status" title={m.account_undo_email_done()}>
            {m.account_undo_email_done_text()}
          </Notice>
        )}
        {state === 'dead' && (
          <Notice tone="danger" role="alert" title={m.account_undo_email_dead()}>
            {m.account_undo_email_dead_text()}
          </Notice>
        )}
        {state === 'unknown' && (
          <Notice tone="danger" role="alert" title={m.account_undo_email_unknown()}>
            {m.account_undo_email_unknown_text()}
          </Notice>
        )}
        {(state === 'asking' || state === 'busy' || state === 'unknown') && (
          <>
            <p>{m.account_undo_email_text()}</p>
            <Button onClick={undo} busy={state === 'busy'}>
              {m.account_undo_email_button()}
            </Button>
          </>
        )}
        {state === 'dead' && <LinkButton to="/contact-us">{m.account_undo_email_contact()}</LinkButton>}
      </div>
    </AccountFrame>
  );
}
