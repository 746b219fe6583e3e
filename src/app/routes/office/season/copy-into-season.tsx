import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { m } from '#i18n/messages.js';
import { readCopyInto } from '#modules/catalog/planning/copy-into-season.contract.ts';
import type { CopiedKind } from '#modules/catalog/objects/object-kinds.ts';
import { listSeasons, type SeasonRow } from '#modules/office/seasons/seasons.contract.ts';
import { callForOne } from '#app/api/client.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { useAct } from '#app/forms/use-act.ts';
import { ConfirmActions } from '#app/routes/office/confirm-call.tsx';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { SelectField } from '#app/ui/fields/select-field.tsx';
import { ErrorNotice } from '#app/ui/notice.tsx';
import { previewOf, useSaveChanges } from './save-changes.ts';

type CopyProps = { of: { kind: CopiedKind; id: number }; name: string };

function useCopy(of: CopyProps['of']) {
  const save = useSaveChanges();
  const navigate = useNavigate();
  const { isBusy, problem, act } = useAct();
  const copy = (season_id: number) =>
    act(async () => {
      const { changes, key } = await callForOne(readCopyInto, { params: { ...of, season_id } });
      const { hash } = await previewOf(changes);
      const { rows } = await save(changes, hash, { doneText: m.office_arrange_copied() });
      const made = rows.find((row) => row.key === key);
      await navigate(`/admin/seasons/${season_id}${made ? `?object=${made.kind}:${made.id}` : ''}`);
    });
  return { isBusy, problem, copy };
}

function SeasonDialog({ of, name, onClose }: CopyProps & { onClose: () => void }) {
  const { season_id = '' } = useParams();
  const seasons = useItems(listSeasons, {});
  const [chosen, setChosen] = useState('');
  const { isBusy, problem, copy } = useCopy(of);
  const isOther = ({ id }: SeasonRow) => String(id) !== season_id;
  return (
    <Dialog
      open
      title={m.office_copy_into_title({ name })}
      description={m.office_copy_into_text()}
      onClose={isBusy ? undefined : onClose}
      actions={
        <ConfirmActions
          text={m.office_copy_into_confirm()}
          isBusy={isBusy || chosen === ''}
          onConfirm={() => void copy(Number(chosen))}
          onClose={onClose}
        />
      }
    >
      <Loaded query={seasons} loading={m.office_loading()}>
        {(all) => (
          <SelectField
            name="season"
            label={m.office_season_column_name()}
            value={chosen}
            placeholder={m.office_object_choose()}
            onChange={(event) => setChosen(event.target.value)}
            options={all.filter(isOther).map(({ id, text }) => ({ value: String(id), label: text }))}
          />
        )}
      </Loaded>
      <ErrorNotice text={problem} className="mt-4" />
    </Dialog>
  );
}

/** Copies an object into another season, by the rules of the roll-over (SE1.8). */
export function CopyIntoSeason({ of, name }: CopyProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        look="quiet"
        size="small"
        aria-label={m.office_copy_into_of({ name })}
        onClick={() => setOpen(true)}
      >
        {m.office_copy_into()}
      </Button>
      {isOpen && <SeasonDialog of={of} name={name} onClose={() => setOpen(false)} />}
    </>
  );
}
