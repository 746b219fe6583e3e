import { m } from '#i18n/messages.js';
import { readObject, type ObjectAnswer } from '#modules/catalog/changes/changes.contract.ts';
import { objectOf, type ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import { KIND_NAMES } from '#modules/catalog/objects/kind-names.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { useCompanyToday } from '#app/company/use-company-day.ts';
import { WhatAParentSees } from '#app/routes/office/season/see-as-parent.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Skeleton } from '#app/ui/spinner.tsx';
import { ObjectActs } from './object-acts.tsx';
import { ObjectForm } from './object-form.tsx';
import { ObjectHistory } from './object-history.tsx';
import { isEndedByButton } from './typed-fields.ts';
import { useMayWrite } from './use-may-write.ts';
import { useOpenedObject, type Opened } from './use-opened-object.ts';

/** An object in a sentence: `route Round trip`; an aid code whose code is not shown has its number. */
function whatOf(kind: ObjectKind, { id, fields }: ObjectAnswer): string {
  const name = fields[objectOf(kind).key?.field ?? 'name'];
  return m.office_object_what({ kind: KIND_NAMES[kind].one(), name: typeof name === 'string' ? name : id });
}

type PartProps = { opened: Opened; onClose: () => void };

function Content({ opened, object, onClose }: PartProps & { object: ObjectAnswer | undefined }) {
  const today = useCompanyToday();
  const isReadOnly = !useMayWrite(opened.kind);
  if (!today) return <Skeleton label={m.office_loading()} lines={6} />;
  const what = object ? whatOf(opened.kind, object) : KIND_NAMES[opened.kind].one();
  return (
    <>
      {object?.is_active === false && isEndedByButton(object.kind) && (
        <Notice tone="warning" className="mb-4" title={m.office_object_ended()}>
          {m.office_object_ended_text()}
        </Notice>
      )}
      {isReadOnly && <p className="mb-4 text-ink-soft">{m.office_object_read_only()}</p>}
      <ObjectForm label={what} {...{ opened, object, today, isReadOnly, onClose }} />
      {object && <WhatAParentSees opened={object} />}
      {object && !isReadOnly && <ObjectActs object={object} what={what} onDone={onClose} />}
      {object && <ObjectHistory kind={object.kind} id={object.id} history={object.history} />}
    </>
  );
}

function Stored({ opened, id, onClose }: PartProps & { id: number }) {
  // A read of later would change the form below the typing; a newer version is met by the save.
  const once = { gcTime: 0, staleTime: Infinity, refetchOnWindowFocus: false };
  const query = useItems(readObject, { params: { kind: opened.kind, id } }, once);
  return (
    <Loaded query={query} loading={m.office_loading()}>
      {([object]) => object && <Content opened={opened} object={object} onClose={onClose} />}
    </Loaded>
  );
}

/** The form of the object that the address names, over the page; every page that shows objects has one. */
export function ObjectSheet() {
  const { opened, close } = useOpenedObject();
  if (!opened) return null;
  const { kind, id } = opened;
  const name = KIND_NAMES[kind].one();
  return (
    <Dialog
      open
      size="side"
      title={id === undefined ? m.office_object_new({ kind: name }) : m.office_object_edit({ kind: name })}
      onClose={close}
    >
      {id === undefined ? (
        <Content opened={opened} object={undefined} onClose={close} />
      ) : (
        <Stored key={`${kind}:${id}`} opened={opened} id={id} onClose={close} />
      )}
    </Dialog>
  );
}
