import { m } from '#i18n/messages.js';
import { listWaitingActs, type WaitingAct } from '#modules/office/waiting/waiting.contract.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { useList } from '#app/lists/use-list.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { actText } from './waiting-texts.ts';

type Of = { route?: string; student?: string };

/** What staff did on the list of a route, or for a child, in words (OF6.2). */
function ActLines({ of }: { of: Of }) {
  const acts = useList(listWaitingActs, of);
  const timeText = useCompanyTime();
  return (
    <Loaded query={acts} loading={m.office_loading()}>
      {({ pages }) => {
        const rows = pages.flatMap((page): readonly WaitingAct[] => page.rows);
        if (rows.length === 0) return <p className="text-ink-soft">{m.office_waiting_history_none()}</p>;
        return (
          <>
            <ul className="grid gap-3">
              {rows.map((act) => (
                <li key={act.id} className="wrap-anywhere">
                  <span className="block">
                    {m.office_waiting_act_line({ time: timeText(act.at), text: actText(act) })}
                  </span>
                  {act.is_beyond_limit && <span className="block">{m.office_waiting_beyond()}</span>}
                  {act.reason && (
                    <span className="block text-ink-soft">
                      {m.office_waiting_act_reason({ reason: act.reason })}
                    </span>
                  )}
                </li>
              ))}
            </ul>
            {acts.hasNextPage && (
              <Button
                look="secondary"
                className="mt-4"
                busy={acts.isFetchingNextPage}
                onClick={() => void acts.fetchNextPage()}
              >
                {m.office_more()}
              </Button>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

export function ActHistory({ title, of, onClose }: { title: string; of: Of; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={title} size="wide">
      <ActLines of={of} />
    </Dialog>
  );
}
