import { useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import type { Preview, SentChange } from '#modules/catalog/changes/changes.contract.ts';
import { objectFieldLabel } from '#modules/catalog/objects/object-labels.ts';
import { sentencesOf } from '#app/api/api-error.ts';
import type { FormPart, Seen } from '#app/forms/edit-conflict.ts';
import { useVersionedSave } from '#app/forms/use-versioned-save.tsx';
import type { Elements } from '#app/ui/elements.ts';
import { useToast } from '#app/ui/toast.tsx';
import { EffectsDialog } from '#app/routes/office/season/effects/effects-dialog.tsx';
import {
  byFormField,
  otherEffects,
  previewOf,
  refusalOf,
  useSaveChanges,
} from '#app/routes/office/season/save-changes.ts';
import {
  changedFields,
  sayTyped,
  toTypedFields,
  type FormField,
  type TypedFields,
  type WireFields,
} from './typed-fields.ts';
import type { Opened } from './use-opened-object.ts';

/** An object as a call answers it, and as a refusal brings what a colleague has saved. */
export type ObjectRecord = WireFields & { version: number };

type ObjectSaveProps = {
  opened: Opened;
  form: UseFormReturn<TypedFields>;
  fields: readonly FormField[];
  /** none for a new object */
  record: ObjectRecord | undefined;
  onSaved: () => void;
};

type Asked = { preview: Preview; change: SentChange; problem?: string; saveAgain: () => void };

const partOf = (field: FormField): FormPart<TypedFields> => ({
  label: objectFieldLabel([field.name]),
  names: [field.name],
  say: (values) => sayTyped(field, values[field.name]),
});

function changeOf(
  { kind, id, parent }: Opened,
  fields: WireFields,
  version: number | undefined,
): SentChange | undefined {
  if (id === undefined || version === undefined)
    return { op: 'create', kind, parent: parent ?? null, fields };
  return Object.keys(fields).length > 0 ? { op: 'update', kind, id, version, fields } : undefined;
}

/** Asks about effects before a save, if there are any; other saves are made at once. */
function useSaveWithEffects() {
  const [asked, setAsked] = useState<Asked>();
  const approved = useRef<{ change: string; hash: string }>(undefined);
  const saveChanges = useSaveChanges();
  /** @returns false where the writer is asked first */
  async function save(change: SentChange, saveAgain: () => void): Promise<boolean> {
    const isApproved = approved.current?.change === JSON.stringify(change);
    let seen = isApproved ? approved.current!.hash : undefined;
    approved.current = undefined;
    if (seen === undefined) {
      const preview = await previewOf([change]);
      if (preview.problems.length > 0) throw refusalOf(preview.problems);
      if (preview.effects.length > 0) {
        setAsked({ preview, change, saveAgain });
        return false;
      }
      seen = preview.hash;
    }
    try {
      await saveChanges([change], seen);
      return true;
    } catch (error) {
      const preview = otherEffects(error);
      if (!preview) throw byFormField(error);
      setAsked({ preview, change, problem: sentencesOf(error).join(' '), saveAgain });
      return false;
    }
  }
  const dialog: Elements = asked && (
    <EffectsDialog
      preview={asked.preview}
      changes={[asked.change]}
      problem={asked.problem}
      onBack={() => setAsked(undefined)}
      onSave={() => {
        approved.current = { change: JSON.stringify(asked.change), hash: asked.preview.hash };
        setAsked(undefined);
        asked.saveAgain();
      }}
    />
  );
  return { save, dialog };
}

/** Saves the fields that differ from what was read, under the version that was read (OF0.20, OF0.21). */
export function useObjectSave({ opened, form, fields, record, onSaved }: ObjectSaveProps) {
  const withEffects = useSaveWithEffects();
  const say = useToast();
  const toSeen = ({ version, ...wire }: ObjectRecord): Seen<TypedFields> => ({
    version,
    values: toTypedFields(fields, wire),
  });
  const { save, dialog } = useVersionedSave<TypedFields, TypedFields, ObjectRecord>({
    form,
    record,
    parts: () => fields.map(partOf),
    toSeen,
    async send(typed, version, { saveAgain, seen }) {
      const wire = changedFields(fields, typed, seen?.values);
      const change = changeOf(opened, wire, version);
      if (!change) {
        say(m.office_object_unchanged());
        return undefined;
      }
      const isSaved = await withEffects.save(change, saveAgain);
      return isSaved ? { ...record, ...wire, version: version ?? 1 } : undefined;
    },
    onSaved,
  });
  const dialogs: Elements = (
    <>
      {dialog satisfies Elements}
      {withEffects.dialog satisfies Elements}
    </>
  );
  return { save, dialogs };
}
