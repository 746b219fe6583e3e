import { useState } from 'react';
import { m } from '#i18n/messages.js';
import type { Preview, SentChange } from '#modules/catalog/changes/changes.contract.ts';
import { useAct } from '#app/forms/use-act.ts';
import { previewOf } from '#app/routes/office/season/save-changes.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorNotice } from '#app/ui/notice.tsx';
import { EffectsList } from './effects-list.tsx';

type Told = Pick<Preview, 'effects' | 'more' | 'hash'>;

type ToldEffectsProps = { told: Told; readAll: () => Promise<Told> };

/** The effects of an answer; the effects that the answer leaves out are read when staff ask (SE5.4). */
export function ToldEffects({ told, readAll }: ToldEffectsProps) {
  const [whole, setWhole] = useState<Told>();
  const { isBusy, problem, act } = useAct();
  const { effects, more } = whole?.hash === told.hash ? whole : told;
  const showAll = () => act(async () => setWhole(await readAll()));
  return (
    <>
      <EffectsList effects={effects} more={more} busy={isBusy} onShowAll={() => void showAll()} />
      <ErrorNotice text={problem} className="mt-4" />
    </>
  );
}

type PreviewedEffectsProps = { preview: Preview; changes: SentChange[] };

export function PreviewedEffects({ preview, changes }: PreviewedEffectsProps) {
  return <ToldEffects told={preview} readAll={() => previewOf(changes, { all: true })} />;
}

type EffectsDialogProps = {
  preview: Preview;
  changes: SentChange[];
  /** why a save was refused: the effects are others than those that were shown */
  problem?: string;
  onSave: () => void;
  onBack: () => void;
};

/** What families see of a change, asked before the save; the server has the gravest effect first. */
export function EffectsDialog({ preview, changes, problem = '', onSave, onBack }: EffectsDialogProps) {
  return (
    <Dialog
      open
      size="wide"
      title={m.office_object_effects()}
      onClose={onBack}
      actions={
        <>
          <Button onClick={onSave}>{m.office_object_save()}</Button>
          <Button look="secondary" onClick={onBack}>
            {m.office_object_back()}
          </Button>
        </>
      }
    >
      <ErrorNotice text={problem} className="mb-4" />
      <PreviewedEffects preview={preview} changes={changes} />
    </Dialog>
  );
}
