import { m } from '#i18n/messages.js';
import type { Preview } from '#modules/catalog/changes/changes.contract.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';

type EffectsDialogProps = { preview: Preview; onSave: () => void; onBack: () => void };

export function Effects({ effects }: Pick<Preview, 'effects'>) {
  if (effects.length === 0) return null;
  return (
    <ul className="grid list-disc gap-1 pl-6">
      {effects.map(({ kind, subject, text }) => (
        <li key={`${kind}:${subject.kind}:${subject.id}:${text}`}>{text}</li>
      ))}
    </ul>
  );
}

/** What families see of a change, asked before the save; the server has the gravest effect first. */
export function EffectsDialog({ preview, onSave, onBack }: EffectsDialogProps) {
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
      <Effects effects={preview.effects} />
    </Dialog>
  );
}
