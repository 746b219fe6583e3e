import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { FormButtons } from '#app/forms/form-buttons.tsx';
import { requiredText } from '#kit/rules/fields.ts';
import { FormTextarea } from '#app/forms/fields.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { useToast } from '#app/ui/toast.tsx';

/** The limit of the endpoints. */
const NOTE_MAX = 500;

type NoteDialogProps = {
  title: string;
  description: string;
  field: {
    name: string;
    label: string;
    note?: string;
  };
  confirmText: string;
  doneText: string;
  send: (note: string) => Promise<unknown>;
  onClose: () => void;
};

export function NoteDialog({
  title,
  description,
  field,
  confirmText,
  doneText,
  send,
  onClose,
}: NoteDialogProps) {
  const queries = useQueryClient();
  const say = useToast();
  const form = useForm<Record<string, string>>({
    resolver: schemaResolver(z.object({ [field.name]: requiredText(NOTE_MAX) })),
    mode: 'onBlur',
    defaultValues: { [field.name]: '' },
  });
  async function confirm(values: Record<string, string>): Promise<void> {
    await send(values[field.name]!);
    onClose();
    say(doneText);
    await queries.invalidateQueries();
  }
  return (
    <Dialog open onClose={onClose} title={title} description={description}>
      <Form form={form} label={title} className="grid gap-4" onSubmit={confirm}>
        <FormTextarea required {...field} maxLength={NOTE_MAX} />
        <FormButtons submitText={confirmText} cancelText={m.office_cancel()} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
