import { useQueryClient } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import { endSessions } from '#modules/office/people/people.contract.ts';
import { call } from '#app/api/client.ts';
import { ConfirmButton } from '#app/forms/confirm-button.tsx';

/** For example after a lost phone, or for a former employee. */
export function EndSessionsButton({ user_id, name }: { user_id: number; name: string }) {
  const queries = useQueryClient();
  return (
    <ConfirmButton
      label={m.office_end_sessions()}
      title={m.office_end_sessions_title({ name })}
      description={m.office_end_sessions_text()}
      done={m.office_end_sessions_done()}
      act={async () => {
        await call(endSessions, { params: { id: user_id } });
        void queries.invalidateQueries();
      }}
    />
  );
}
