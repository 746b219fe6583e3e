import { useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { Elements } from '#app/ui/elements.ts';
import type { FormPart, Seen } from './edit-conflict.ts';
import { showServerErrors } from './server-errors.ts';
import { useEditConflict } from './use-edit-conflict.tsx';

/** `seen` is what was read last: at first, or of a colleague. */
type More<V> = { saveAgain: () => void; seen: Seen<V> | undefined };

type VersionedSaveProps<V extends FieldValues, O, R> = {
  form: UseFormReturn<V, unknown, O>;
  /** the record that the form was filled from; none for a new one */
  record: R | undefined;
  parts: () => readonly FormPart<V>[];
  toSeen: (record: R) => Seen<V>;
  /** undefined where a question comes first; the answer calls `saveAgain` */
  send: (values: O, version: number | undefined, more: More<V>) => Promise<R | undefined>;
  onSaved: (saved: R, values: O) => unknown;
};

type VersionedSave<O> = { save: (values: O) => Promise<void>; dialog: Elements };

/**
 * Saves a record under the version that its form was filled from. A record that is read again does not count:
 * the form still shows the first one. After a save by somebody else the family or staff choose, and the form
 * is saved again (MD5).
 */
export function useVersionedSave<V extends FieldValues, O, R>({
  form,
  record,
  parts,
  toSeen,
  send,
  onSaved,
}: VersionedSaveProps<V, O, R>): VersionedSave<O> {
  const read = useRef(record && toSeen(record));
  const conflict = useEditConflict<V, O, R>({
    form,
    parts,
    toSeen,
    onMerged: (seen) => {
      read.current = seen;
      saveAgain();
    },
  });
  function saveAgain(): void {
    void form.handleSubmit((values) => save(values).catch((error) => showServerErrors(form, error)))();
  }
  async function sent(values: O): Promise<R | undefined> {
    try {
      return await send(values, read.current?.version, { saveAgain, seen: read.current });
    } catch (error) {
      if (conflict.meets(error, read.current)) return undefined;
      throw error;
    }
  }
  async function save(values: O): Promise<void> {
    const saved = await sent(values);
    if (saved === undefined) return;
    read.current = toSeen(saved);
    await onSaved(saved, values);
  }
  return { save, dialog: conflict.dialog };
}
