import { Link, useSearchParams } from 'react-router';
import { m } from '#i18n/messages.js';
import { previewChanges } from '#modules/catalog/changes/changes.contract.ts';
import { listObjects, type ListedObject } from '#modules/catalog/changes/object-list.contract.ts';
import { KIND_NAMES } from '#modules/catalog/objects/kind-names.ts';
import { ORDERED_KINDS, type ObjectKind } from '#modules/catalog/objects/object-kinds.ts';
import { callForOne } from '#app/api/client.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { useAct } from '#app/forms/use-act.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorNotice } from '#app/ui/notice.tsx';
import { useSaveChanges, type SentChange } from './save-changes.ts';
import { useMayWrite } from './use-may-write.ts';
import { objectAddress, type Opened } from './use-opened-object.ts';

type ObjectLinkProps = Opened & { text: string; label?: string; isButton?: boolean };

/** Opens the form of an object over this page. */
export function ObjectLink({ text, label, isButton, ...opened }: ObjectLinkProps) {
  const [query] = useSearchParams();
  const to = { search: objectAddress(query, opened) };
  if (isButton)
    return (
      <LinkButton look="secondary" size="small" to={to} preventScrollReset aria-label={label}>
        {text}
      </LinkButton>
    );
  return (
    <Link
      to={to}
      preventScrollReset
      aria-label={label}
      className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4 wrap-anywhere"
    >
      {text}
    </Link>
  );
}

type ObjectListProps = {
  kind: ObjectKind;
  /** the object around */
  parent?: number;
  /** of a page about the object, in place of the form */
  addressOf?: (id: number) => string;
  nameOf?: (object: ListedObject) => string;
};

function useMove(kind: ObjectKind, all: readonly ListedObject[]) {
  const { isBusy, problem, act } = useAct();
  const save = useSaveChanges();
  /** @param to  the place among the siblings */
  const move = ({ id, version }: ListedObject, to: number) =>
    act(async () => {
      const others = all.filter((one) => one.id !== id);
      const changes = [{ op: 'move', kind, id, version, before: others[to]?.id ?? null } as SentChange];
      const { hash } = await callForOne(previewChanges, { body: { changes } });
      await save(changes, hash);
    });
  return { isBusy, problem, move };
}

const shownName = ({ name, text }: ListedObject) => text ?? name;

function Rows({
  all,
  kind,
  addressOf,
  nameOf = shownName,
}: ObjectListProps & { all: readonly ListedObject[] }) {
  const { isBusy, problem, move } = useMove(kind, all);
  const isMoved = useMayWrite(kind) && (ORDERED_KINDS as readonly ObjectKind[]).includes(kind);
  if (all.length === 0)
    return <EmptyState title={m.office_objects_none({ kinds: KIND_NAMES[kind].one() })} />;
  return (
    <>
      <ErrorNotice text={problem} />
      <ul className="divide-y divide-hair border-y border-hair">
        {all.map((object, at) => (
          <li key={object.id} className="flex flex-wrap items-center justify-between gap-x-4">
            <span className="flex min-w-0 flex-wrap items-center gap-x-3">
              {addressOf ? (
                <Link
                  to={addressOf(object.id)}
                  className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
                >
                  {nameOf(object)}
                </Link>
              ) : (
                <ObjectLink kind={kind} id={object.id} parent={undefined} text={nameOf(object)} />
              )}
              {object.is_active === false && (
                <span className="text-sm text-ink-soft">{m.office_object_ended_mark()}</span>
              )}
            </span>
            {isMoved && (
              <span className="flex gap-1">
                <Button
                  look="quiet"
                  size="small"
                  disabled={isBusy || at === 0}
                  aria-label={m.office_object_up_of({ name: nameOf(object) })}
                  onClick={() => void move(object, at - 1)}
                >
                  {m.office_object_up()}
                </Button>
                <Button
                  look="quiet"
                  size="small"
                  disabled={isBusy || at === all.length - 1}
                  aria-label={m.office_object_down_of({ name: nameOf(object) })}
                  onClick={() => void move(object, at + 1)}
                >
                  {m.office_object_down()}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The objects of a kind in their order, each opened in its form, with the way to a new one. */
export function ObjectList(props: ObjectListProps) {
  const { kind, parent } = props;
  const objects = useItems(listObjects, { params: { kind }, query: { parent } });
  const mayWrite = useMayWrite(kind);
  return (
    <div className="grid gap-3">
      <Loaded query={objects} loading={m.office_loading()}>
        {(all) => <Rows {...props} all={all} />}
      </Loaded>
      {mayWrite && (
        <div>
          <ObjectLink
            isButton
            kind={kind}
            id={undefined}
            parent={parent}
            text={m.office_object_new({ kind: KIND_NAMES[kind].one() })}
          />
        </div>
      )}
    </div>
  );
}
