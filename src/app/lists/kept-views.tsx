import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { m } from '#i18n/messages.js';
import {
  addView,
  changeView,
  listViews,
  removeView,
  type OfficeView,
} from '#modules/office/views/views.contract.ts';
import { VIEW_NAME_MAX, viewFieldsShape } from '#modules/office/views/views.shapes.ts';
import { callForOne, call } from '#app/api/client.ts';
import { itemsKey } from '#app/api/use-items.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { ActButton } from '#app/forms/act-button.tsx';
import { FormText } from '#app/forms/fields.tsx';
import { FormButtons } from '#app/forms/form-buttons.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { CheckboxField } from '#app/ui/fields/checkbox-field.tsx';
import { useToast } from '#app/ui/toast.tsx';
import { isSameQuery, type ViewQuery } from './view-tabs.tsx';

type Fields = z.input<typeof viewFieldsShape>;

/** The tabs of a list are read anew. */
function useReadAgain() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: itemsKey(listViews) });
}

const nameForm = (name: string) => ({
  resolver: schemaResolver(viewFieldsShape),
  mode: 'onBlur' as const,
  defaultValues: { name },
});

type NewViewProps = { list: string; now: ViewQuery; open: (view: OfficeView) => void; onClose: () => void };

function NewView({ list, now, open, onClose }: NewViewProps) {
  const [is_shared, setShared] = useState(false);
  const mayShare = [useRight('season_write'), useRight('company')].some(Boolean);
  const readAgain = useReadAgain();
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

type Beside = { views: readonly OfficeView[]; view: OfficeView };

/** The place of a view among those of its kind, and the last place. */
function placeOf({ views, view }: Beside) {
  const beside = views.filter(({ is_shared }) => is_shared === view.is_shared);
  return { place: beside.findIndex(({ id }) => id === view.id), last: beside.length - 1 };
}

type EditViewProps = Beside & { onGone: () => void; onClose: () => void };

function EditView({ views, view, onGone, onClose }: EditViewProps) {
  const readAgain = useReadAgain();
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

function SaveChanges({ views, view, now }: Beside & { now: ViewQuery }) {
  const readAgain = useReadAgain();
  const say = useToast();
  return (
    <ActButton
      label={m.list_view_save_changes()}
      act={async () => {
        const { id, name, version } = view;
        const { place } = placeOf({ views, view });
        await callForOne(changeView, { params: { id }, body: { name, version, place, query: { ...now } } });
        await readAgain();
        say(m.list_view_saved());
      }}
    />
  );
}

type Props = {
  list: string;
  views: readonly OfficeView[];
  /** the kept view that is open */
  open: OfficeView | undefined;
  now: ViewQuery;
  /** puts a view into the address; without one, the address keeps what the list shows */
  onOpen: (view: OfficeView | undefined) => void;
};

/** What may be done with the view that is open, or with a list that is no view yet (OF1.6). */
export function KeptViews({ list, views, open, now, onOpen }: Props) {
  const [dialog, setDialog] = useState<'new' | 'edit' | undefined>();
  const close = () => setDialog(undefined);
  const isChanged = open !== undefined && !isSameQuery(open.query, now);
  const isNew = Object.keys(now).length > 0 && (open === undefined || isChanged);
  return (
    <>
      {open?.may_change && isChanged && <SaveChanges views={views} view={open} now={now} />}
      {isNew && (
        <Button look="secondary" onClick={() => setDialog('new')}>
          {m.list_view_save()}
        </Button>
      )}
      {open?.may_change && (
        <Button look="secondary" onClick={() => setDialog('edit')}>
          {m.list_view_edit()}
        </Button>
      )}
      {dialog === 'new' && <NewView list={list} now={now} open={onOpen} onClose={close} />}
      {dialog === 'edit' && open && (
        <EditView views={views} view={open} onGone={() => onOpen(undefined)} onClose={close} />
      )}
    </>
  );
}
