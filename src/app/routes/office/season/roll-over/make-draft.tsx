import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useQueryClient } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import { makeRollover, type MadeAnswer } from '#modules/catalog/planning/rollover.contract.ts';
import { callForOne } from '#app/api/client.ts';
import { useAct } from '#app/forms/use-act.ts';
import { ConfirmActions } from '#app/routes/office/confirm-call.tsx';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorNotice } from '#app/ui/notice.tsx';
import { useToast } from '#app/ui/toast.tsx';

type MakeProps = {
  season_id: number;
  text: string;
  /** the values typed so far are saved: a click leaves the field that was typed in */
  saved: () => Promise<void>;
};

const FIRST_CHECKS = 5;

function FirstChecks({ checks }: Pick<MadeAnswer, 'checks'>) {
  if (checks.length === 0) return <p>{m.office_roll_checks_none()}</p>;
  return (
    <>
      <p className="mb-2">{m.office_roll_checks({ n: checks.length })}</p>
      <ul className="list-disc pl-5">
        {checks.slice(0, FIRST_CHECKS).map(({ sentence }, at) => (
          <li key={at}>{sentence}</li>
        ))}
      </ul>
    </>
  );
}

/** Counts and first checks, then the draft by one change set (SE9.9). */
export function MakeDraft({ season_id, text, saved }: MakeProps) {
  const [told, setTold] = useState<MadeAnswer>();
  const { isBusy, problem, act, clear } = useAct();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const say = useToast();
  const call = (seen?: string) => callForOne(makeRollover, { params: { id: season_id }, body: { seen } });
  const ask = () =>
    act(async () => {
      await saved();
      setTold(await call());
    });
  const makeAsTold = async ({ hash }: MadeAnswer) => {
    try {
      return await call(hash);
    } catch (error) {
      // A colleague has changed the plan: the refusal stands beside what would be made now.
      setTold(await call());
      throw error;
    }
  };
  const make = (seen: MadeAnswer) =>
    act(async () => {
      const made = await makeAsTold(seen);
      const { files_left } = made;
      say(
        files_left.length > 0
          ? m.office_roll_made_without({ season: text, files: files_left.join(', ') })
          : m.office_roll_made({ season: text }),
        'long',
      );
      await queries.invalidateQueries();
      await navigate(`/admin/seasons/${made.season_id}`);
    });
  return (
    <>
      <Button size="small" busy={isBusy} onClick={() => void ask()}>
        {m.office_roll_make()}
      </Button>
      {!told && <ErrorNotice text={problem} />}
      {told && (
        <Dialog
          open
          title={m.office_roll_make_title()}
          description={m.office_roll_make_text({ season: text, n: told.routes, m: told.values })}
          onClose={isBusy ? undefined : () => setTold(undefined)}
          actions={
            <ConfirmActions
              text={m.office_roll_make_draft()}
              isBusy={isBusy}
              onConfirm={() => void make(told)}
              onClose={() => {
                clear();
                setTold(undefined);
              }}
            />
          }
        >
          <FirstChecks checks={told.checks} />
          <ErrorNotice text={problem} className="mt-4" />
        </Dialog>
      )}
    </>
  );
}
