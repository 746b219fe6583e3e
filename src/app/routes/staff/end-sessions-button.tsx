import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import { endSessions } from '#modules/admin/admin.contract.ts';
import { sentencesOf } from '#app/api/api-error.ts';
import { call } from '#app/api/client.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useToast } from '#app/ui/toast.tsx';

/** Super admins end a person's sessions, for example after a phone was lost or an employee left. */
export function EndSessionsButton({ user_id, name }: { user_id: number; name: string }) {
  const [state, setState] = useState<'closed' | 'asking' | 'busy'>('closed');
  const [problem, setProblem] = useState('');
  const queries = useQueryClient();
  const say = useToast();
  const end = async () => {
    setState('busy');
    try {
      await call(endSessions, { params: { id: user_id } });
      setState('closed');
      say(m.admin_end_sessions_done());
      await queries.invalidateQueries();
    } catch (error) {
      setProblem(sentencesOf(error).join(' '));
      setState('asking');
    }
  };
  return (
    <>
      <Button look="danger" size="small" onClick={() => setState('asking')}>
        {m.admin_end_sessions()}
      </Button>
      <Dialog
        open={state !== 'closed'}
        onClose={() => setState('closed')}
        title={m.admin_end_sessions_title({ name })}
        description={m.admin_end_sessions_text()}
        actions={
          <>
            <Button busy={state === 'busy'} onClick={() => void end()}>
              {m.admin_end_sessions()}
            </Button>
            <Button look="secondary" onClick={() => setState('closed')}>
              {m.admin_cancel()}
            </Button>
          </>
        }
      >
        {problem && (
          <Notice tone="danger" role="alert">
            {problem}
          </Notice>
        )}
      </Dialog>
    </>
  );
}
