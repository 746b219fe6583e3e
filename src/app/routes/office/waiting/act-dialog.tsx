import { useQueryClient } from '@tanstack/react-query';
import { useForm, type DefaultValues, type FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { m } from '#i18n/messages.js';
import type { WaitingChild } from '#modules/office/waiting/waiting.contract.ts';
import { REASON_MAX } from '#modules/office/waiting/waiting.shapes.ts';
import { useOnce } from '#app/api/use-once.ts';
import { FormTextarea } from '#app/forms/fields.tsx';
import { FormButtons } from '#app/forms/form-buttons.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import type { Elements } from '#app/ui/elements.ts';
import { useToast } from '#app/ui/toast.tsx';

type Headers = { 'idempotency-key': string };

type ActDialogProps<V extends FieldValues> = {
  title: string;
  description: string;
  shape: z.ZodType<V, FieldValues>;
  defaults: DefaultValues<V>;
  /** fields before the reason */
  children?: Elements;
  needsReason?: boolean;
  confirmText: string;
  isDanger?: boolean;
  send: (values: V, headers: Headers) => Promise<WaitingChild>;
  doneText: (child: WaitingChild) => string;
  onClose: () => void;
};

/** Asks for the reason of an act on a waiting list, and acts once (OF6.2, OF6.3). */
export function ActDialog<V extends FieldValues>({
  title,
  description,
  shape,
  defaults,
  children,
  needsReason = true,
  confirmText,
  isDanger,
  send,
  doneText,
  onClose,
}: ActDialogProps<V>) {
  const queries = useQueryClient();
  const say = useToast();
  const once = useOnce();
  const form = useForm<FieldValues, unknown, V>({
    resolver: schemaResolver(shape),
    mode: 'onBlur',
    defaultValues: defaults as FieldValues,
  });
  async function confirm(values: V): Promise<void> {
    const child = await once(values, (headers) => send(values, headers));
    onClose();
    say(doneText(child));
    await queries.invalidateQueries();
  }
  return (
    <Dialog open onClose={onClose} title={title} description={description}>
      <Form form={form} label={title} className="grid gap-4" onSubmit={confirm}>
        {children}
        {needsReason && (
          <FormTextarea
            required
            name="reason"
            label={m.office_waiting_reason()}
            note={m.office_waiting_reason_note()}
            maxLength={REASON_MAX}
          />
        )}
        <FormButtons
          submitText={confirmText}
          look={isDanger ? 'danger' : undefined}
          cancelText={m.office_cancel()}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}
