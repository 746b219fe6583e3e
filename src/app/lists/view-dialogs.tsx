import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { m } from '#i18n/messages.js';
import { addView, changeView, removeView, type OfficeView } from '#modules/office/views/views.contract.ts';
import { VIEW_NAME_MAX, viewFieldsShape } from '#modules/office/views/views.shapes.ts';
import { call, callForOne } from '#app/api/client.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { ActButton } from '#app/forms/act-button.tsx';
import { FormText } from '#app/forms/fields.tsx';
import { FormButtons } from '#app/forms/form-buttons.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { CheckboxField } from '#app/ui/fields/checkbox-field.tsx';
import { useToast } from '#app/ui/toast.tsx';
import { placeOf, useReadViewsAgain, type Beside } from './kept-view.ts';
import type { ViewQuery } from './view-tabs.tsx';

type Fields = z.input<typeof viewFieldsShape>;

const nameForm = (name: string) => ({
  resolver: schemaResolver(viewFieldsShape),
  mode: 'onBlur' as const,
  defaultValues: { name },
});

type NewViewProps = { list: string; now: ViewQuery; open: (view: OfficeView) => void; onClose: () => void };

export function NewView({ list, now, open, onClose }: NewViewProps) {
  const [is_shared, setShared] = useState(false);
  const mayShare = [useRight('season_write'), useRight('company')].some(Boolean);
  const readAgain = useReadViewsAgain();
  const say = useToast();
  const form = useForm<Fields>(nameForm(''));
  const save = async ({ name }: Fields) => {
    const view = await callForOne(addView, { body: { list, name, is_shared, query: { ...now } } });
    await readAgain();
    onClose();
    open(view);
    say(m.list_view_saved());
  };
  return (
    <Dialog open onClose={onClose} title={m.list_view_save()} description={m.list_view_save_text()}>
      <Form form={form} label={m.list_view_save()} className="grid gap-4" onSubmit={save}>
        <FormText required name="name" label={m.list_view_name()} maxLength={VIEW_NAME_MAX} />
        {mayShare && (
          <CheckboxField
            name="is_shared"
            label={m.list_view_share()}
            checked={is_shared}
            onChange={({ target }) => setShared(target.checked)}
          />
        )}
        <FormButtons submitText={m.list_view_save()} cancelText={m.office_cancel()} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

type EditViewProps = Beside & { onGone: () => void; onClose: () => void };

export function EditView({ views, view, onGone, onClose }: EditViewProps) {
  const readAgain = useReadViewsAgain();
  const say = useToast();
  const form = useForm<Fields>(nameForm(view.name));
  const { place, last } = placeOf({ views, view });
  const change = async (to: Fields & { place: number }) => {
    const { query, version } = view;
    await callForOne(changeView, { params: { id: view.id }, body: { ...to, query, version } });
    await readAgain();
  };
  const title = m.list_view_edit_title({ name: view.name });
  return (
    <Dialog open onClose={onClose} title={title}>
      <Form
        form={form}
        label={title}
        className="grid gap-4"
        onSubmit={async (fields) => {
          await change({ ...fields, place });
          onClose();
          say(m.list_view_saved());
        }}
      >
        <FormText required name="name" label={m.list_view_name()} maxLength={VIEW_NAME_MAX} />
        <div className="flex flex-wrap gap-3">
          {place > 0 && (
            <ActButton
              label={m.list_view_earlier()}
              act={() => change({ name: view.name, place: place - 1 })}
            />
          )}
          {place < last && (
            <ActButton
              label={m.list_view_later()}
              act={() => change({ name: view.name, place: place + 1 })}
            />
          )}
          <ActButton
            label={m.list_view_remove()}
            act={async () => {
              await call(removeView, { params: { id: view.id } });
              onClose();
              onGone();
              say(m.list_view_removed());
              await readAgain();
            }}
          />
        </div>
        <FormButtons
          submitText={m.list_view_save_changes()}
          cancelText={m.office_cancel()}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}
