import { useQueryClient } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import {
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  type OwnSession,
} from '#modules/accounts/sessions/own-sessions.contract.ts';
import { call } from '#app/api/client.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { itemsKey, useItems } from '#app/api/use-items.ts';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { ConfirmButton } from '#app/forms/confirm-button.tsx';
import { Card } from '#app/ui/card.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { describeBrowser } from './describe-browser.ts';

function networkText({ network, is_same_network, is_current }: OwnSession): string {
  if (!network) return m.account_sessions_no_network();
  return is_same_network && !is_current
    ? m.account_sessions_same_network({ network })
    : m.account_sessions_network({ network });
}

function SessionFacts({ session, device }: { session: OwnSession; device: string }) {
  const timeText = useCompanyTime();
  return (
    <div className="min-w-0">
      <p className="font-bold">
        <span>{device}</span>
        {session.is_current && (
          <span className="ml-2 font-normal text-green">{m.account_sessions_this()}</span>
        )}
      </p>
      <p className="figures text-sm wrap-anywhere text-ink-soft">
        {`${m.account_sessions_used({ at: timeText(session.last_used_at) })} · ${networkText(session)}`}
      </p>
      <p className="figures text-sm text-ink-soft">
        {m.account_sessions_began({ at: timeText(session.began_at) })}
      </p>
    </div>
  );
}

function SessionLine({ session }: { session: OwnSession }) {
  const queryClient = useQueryClient();
  const timeText = useCompanyTime();
  const device = session.is_staff ? m.account_sessions_staff() : describeBrowser(session.user_agent);
  const began = timeText(session.began_at);
  return (
    <li
      className={classNames(
        'flex flex-wrap items-center justify-between gap-x-4 gap-y-2',
        'border-t border-hair py-3 first:border-t-0',
      )}
    >
      <SessionFacts session={session} device={device} />
      {!session.is_current && (
        <ConfirmButton
          label={m.account_sessions_end()}
          fullLabel={m.account_sessions_end_named({ device, at: began })}
          title={m.account_sessions_end_title()}
          description={m.account_sessions_end_text({ device })}
          done={m.account_sessions_ended()}
          act={async () => {
            await call(endOwnSession, { params: { session_id: session.id } });
            await queryClient.invalidateQueries({ queryKey: itemsKey(listOwnSessions) });
          }}
        />
      )}
    </li>
  );
}

function EndOthers() {
  const queryClient = useQueryClient();
  return (
    <ConfirmButton
      label={m.account_sessions_end_others()}
      title={m.account_sessions_end_others_title()}
      description={m.account_sessions_end_others_text()}
      done={m.account_sessions_others_ended()}
      act={async () => {
        await call(endOtherSessions);
        await queryClient.invalidateQueries({ queryKey: itemsKey(listOwnSessions) });
      }}
    />
  );
}

/** The sessions of the account; this session ends by Log out (H3). */
export function SessionsCard() {
  const sessions = useItems(listOwnSessions, {});
  const hasOthers = (sessions.data?.length ?? 0) > 1;
  return (
    <Card title={m.account_sessions_title()} actions={hasOthers && <EndOthers />}>
      <p className="mb-2 text-ink-soft">{m.account_sessions_text()}</p>
      <Loaded query={sessions} loading={m.account_security_loading()}>
        {(list) => (
          <ul>
            {list.map((session) => (
              <SessionLine key={session.id} session={session} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}
