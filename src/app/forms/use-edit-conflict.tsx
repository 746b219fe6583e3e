import { useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ConflictDialog } from './conflict-dialog.tsx';
import { changedParts, newerRecord, type ChangedPart, type FormPart, type Seen } from './edit-conflict.ts';
import type { Elements } from '#app/ui/elements.ts';

type EditConflictProps<V extends FieldValues, O, R> = {
  form: UseFormReturn<V, unknown, O>;
  parts: () => readonly FormPart<V>[];
  toSeen: (record: R) => Seen<V>;
  onMerged: (seen: Seen<V>) => void;
};

type EditConflict<V> = {
  /** @returns true for a newer version; the family chooses, and the form is saved again */
  meets: (error: unknown, before: Seen<V> | undefined) => boolean;
  dialog: Elements;
};

type Met<V> = { changed: ChangedPart<V>[]; theirs: Seen<V>; said?: string; changedBy?: string };

/** For versioned records: asks for the values to keep after a save by another person (MD5). */
export function useEditConflict<V extends FieldValues, O, R>({
  form,
  parts,
  toSeen,
  onMerged,
}: EditConflictProps<V, O, R>): EditConflict<V> {
  const [met, setMet] = useState<Met<V>>();

  function merge(theirs: Seen<V>, taken: readonly ChangedPart<V>[]): void {
    for (const name of taken.flatMap(({ names }) => names) as Path<V>[])
      form.setValue(name, theirs.values[name], { shouldDirty: true });
    setMet(undefined);
    onMerged(theirs);
  }
  function meets(error: unknown, before: Seen<V> | undefined): boolean {
    const newer = newerRecord(error);
    if (!newer || !before) return false;
    const theirs = toSeen(newer.record as R);
    const mine = form.getValues();
    const changed = changedParts(parts(), { before: before.values, mine, theirs: theirs.values });
    if (changed.length > 0) setMet({ changed, theirs, said: newer.said, changedBy: newer.changedBy });
    else merge(theirs, []);
    return true;
  }
  return {
    meets,
    dialog: met && (
      <ConflictDialog
        key={met.theirs.version}
        parts={met.changed}
        said={met.said}
        changedBy={met.changedBy}
        onSave={(taken) => merge(met.theirs, taken)}
        onCancel={() => setMet(undefined)}
      />
    ),
  };
}
