import { useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ConflictDialog } from './conflict-dialog.tsx';
import { changedParts, newerRecord, type ChangedPart, type FormPart, type Seen } from './edit-conflict.ts';
import type { Elements } from '#app/ui/elements.ts';

type EditConflictProps<V extends FieldValues, O, R> = {
  form: UseFormReturn<V, unknown, O>;
  parts: () => readonly FormPart<V>[];
  /** the refused record as the form would show it */
  toSeen: (record: R) => Seen<V>;
  /** called once the form holds what is kept: it saves again, over the version given */
  onMerged: (seen: Seen<V>) => void;
};

type EditConflict<V> = {
  /** @returns whether the error is a newer version; the family is asked then, and the form saved again */
  meets: (error: unknown, before: Seen<V> | undefined) => boolean;
  dialog: Elements;
};

/** For a form whose record has a version: asks what to keep when somebody else saved meanwhile (MD5). */
export function useEditConflict<V extends FieldValues, O, R>({
  form,
  parts,
  toSeen,
  onMerged,
}: EditConflictProps<V, O, R>): EditConflict<V> {
  const [met, setMet] = useState<{ changed: ChangedPart<V>[]; theirs: Seen<V> }>();

  function merge(theirs: Seen<V>, taken: readonly ChangedPart<V>[]): void {
    for (const name of taken.flatMap(({ names }) => names) as Path<V>[])
      form.setValue(name, theirs.values[name], { shouldDirty: true });
    setMet(undefined);
    onMerged(theirs);
  }
  function meets(error: unknown, before: Seen<V> | undefined): boolean {
    const record = newerRecord(error);
    if (!record || !before) return false;
    const theirs = toSeen(record as R);
    const mine = form.getValues();
    const changed = changedParts(parts(), { before: before.values, mine, theirs: theirs.values });
    if (changed.length > 0) setMet({ changed, theirs });
    else merge(theirs, []);
    return true;
  }
  return {
    meets,
    dialog: met && (
      <ConflictDialog
        key={met.theirs.version}
        parts={met.changed}
        onSave={(taken) => merge(met.theirs, taken)}
        onCancel={() => setMet(undefined)}
      />
    ),
  };
}
