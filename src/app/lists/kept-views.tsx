import { useState } from 'react';
import { m } from '#i18n/messages.js';
import { changeView, type OfficeView } from '#modules/office/views/views.contract.ts';
import { callForOne } from '#app/api/client.ts';
import { ActButton } from '#app/forms/act-button.tsx';
import { LateDialog, latePart } from '#app/shell/late-part.tsx';
import { Button } from '#app/ui/button.tsx';
import { useToast } from '#app/ui/toast.tsx';
import { placeOf, useReadViewsAgain, type Beside } from './kept-view.ts';
import { isSameQuery, type ViewQuery } from './view-tabs.tsx';

// Forms are heavy, and few lists are kept as a view.
const dialogs = latePart(() => import('./view-dialogs.tsx'));

function SaveChanges({ views, view, now }: Beside & { now: ViewQuery }) {
  const readAgain = useReadViewsAgain();
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
      {dialog && (
        <LateDialog part={dialogs} title={m.list_view_save()} onClose={close}>
          {({ NewView, EditView }) => (
            <>
              {dialog === 'new' && <NewView list={list} now={now} open={onOpen} onClose={close} />}
              {dialog === 'edit' && open && (
                <EditView views={views} view={open} onGone={() => onOpen(undefined)} onClose={close} />
              )}
            </>
          )}
        </LateDialog>
      )}
    </>
  );
}
