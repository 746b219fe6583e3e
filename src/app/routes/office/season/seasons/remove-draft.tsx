import { useState } from 'react';
import { m } from '#i18n/messages.js';
import { readRemoval } from '#modules/catalog/changes/copies.contract.ts';
import type { SeasonRow } from '#modules/office/seasons/seasons.contract.ts';
import { callForOne } from '#app/api/client.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { useAct } from '#app/forms/use-act.ts';
import { ConfirmChanges } from '#app/routes/office/season/confirm-changes.tsx';
import { Button } from '#app/ui/button.tsx';
import { ErrorNotice } from '#app/ui/notice.tsx';

type Changes = Awaited<ReturnType<typeof removalOf>>;

const removalOf = async (id: number) => (await callForOne(readRemoval, { params: { id } })).changes;

/** Removes a draft with everything below, after a question (SE1.1). */
export function RemoveDraft({ season }: { season: SeasonRow }) {
  const [changes, setChanges] = useState<Changes>();
  const { isBusy, problem, act } = useAct();
  const mayWrite = useRight('season_write');
  if (!mayWrite) return null;
  const { id, text, schools, routes } = season;
  return (
    <>
      <Button
        look="danger"
        size="small"
        busy={isBusy}
        aria-label={m.office_season_remove_of({ season: text })}
        onClick={() => void act(async () => setChanges(await removalOf(id)))}
      >
        {m.office_season_remove()}
      </Button>
      <ErrorNotice text={problem} />
      {changes && (
        <ConfirmChanges
          title={m.office_season_remove_title({ season: text })}
          description={m.office_season_remove_text({ season: text, n: schools, routes })}
          confirmText={m.office_season_remove()}
          doneText={m.office_season_removed({ season: text })}
          changes={changes}
          onClose={() => setChanges(undefined)}
        />
      )}
    </>
  );
}
