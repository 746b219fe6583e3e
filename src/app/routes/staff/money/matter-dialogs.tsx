import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { m } from '#i18n/messages.js';
import {
  readMatterAgain,
  releaseCollection,
  settleMatter,
  settleMatterShape,
  type Matter,
} from '#modules/billing/worklist/worklist.contract.ts';
import { callForOne } from '#app/api/client.ts';
import { FormTextarea } from '#app/forms/fields.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { useToast } from '#app/ui/toast.tsx';
import { ConfirmCall } from '#app/routes/staff/confirm-call.tsx';
import { matterTexts } from './matter-texts.ts';

type MatterProps = { matter: Matter; onClose: () => void };

const doneShape = settleMatterShape.pick({ done: true });

/** Takes a matter off the list with what was done about it; it moves no money. */
export function SettleMatter({ matter, onClose }: MatterProps) {
  const { kind, subject } = matter;
  const queries = useQueryClient();
  const say = useToast();
  const form = useForm<z.input<typeof doneShape>, unknown, z.output<typeof doneShape>>({
    resolver: schemaResolver(doneShape),
    mode: 'onBlur',
    defaultValues: { done: '' },
  });
  async function settle({ done }: z.output<typeof doneShape>): Promise<void> {
    await callForOne(settleMatter, { body: { kind, subject, done } });
    onClose();
    say(m.admin_matter_settled());
    await queries.invalidateQueries();
  }
  return (
    <Dialog open onClose={onClose} title={m.admin_matter_settle_title({ kind: matterTexts[kind].name() })}>
      <Form form={form} label={m.admin_matter_settle()} className="grid gap-4" onSubmit={settle}>
        <p>{matterTexts[kind].todo()}</p>
        <FormTextarea
          required
          name="done"
          label={m.admin_matter_note()}
          note={m.admin_matter_note_text()}
          maxLength={500}
        />
        <div className="flex flex-col gap-3 sm:flex-row">
          <Button type="submit" busy={form.formState.isSubmitting}>
            {m.admin_matter_settle()}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {m.admin_cancel()}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** Asks the processor again at once. */
export function ReadMatterAgain({ matter: { kind, subject }, onClose }: MatterProps) {
  return (
    <ConfirmCall
      title={m.admin_matter_read_title()}
      description={subject}
      confirmText={m.admin_matter_read()}
      doneText={m.admin_matter_read_done()}
      makeCall={() => callForOne(readMatterAgain, { body: { kind, subject } })}
      onClose={onClose}
    >
      <p>{m.admin_matter_read_text()}</p>
    </ConfirmCall>
  );
}

/** Lets due payments be collected again. */
export function ReleaseCollection({ matter: { kind, subject }, onClose }: MatterProps) {
  return (
    <ConfirmCall
      title={m.admin_matter_release_title()}
      description={matterTexts[kind].name()}
      confirmText={m.admin_matter_release()}
      doneText={m.admin_matter_release_done()}
      makeCall={() => callForOne(releaseCollection, { body: { kind, subject } })}
      onClose={onClose}
    >
      <p>{m.admin_matter_release_text()}</p>
    </ConfirmCall>
  );
}
