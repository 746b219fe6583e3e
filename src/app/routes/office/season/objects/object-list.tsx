import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { listObjects, type ListedObject } from '#modules/catalog/changes/object-list.contract.ts';
import { KIND_NAMES } from '#modules/catalog/objects/kind-names.ts';
import type { ObjectKind, OrderedKind } from '#modules/catalog/objects/object-kinds.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { ArrangeObjects } from '#app/routes/office/season/arrange-objects.tsx';
import { ObjectLink } from '#app/routes/office/season/object-link.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { useMayWrite } from './use-may-write.ts';

type ObjectListProps = {
  kind: ObjectKind;
  /** the object around */
  parent?: number;
  /** of a page about the object, in place of the form */
  addressOf?: (id: number) => string;
  /** of objects with an order; the text names the button */
  order?: { kind: OrderedKind; text: string };
};

export const shownName = ({ name, text }: ListedObject) => text ?? name;

/** A name that opens an object. */
export const OBJECT_LINK =
  'inline-flex min-h-11 items-center font-semibold underline underline-offset-4 wrap-anywhere';

function Rows({ all, kind, addressOf, order }: ObjectListProps & { all: readonly ListedObject[] }) {
  if (all.length === 0)
    return <EmptyState title={m.office_objects_none({ kinds: KIND_NAMES[kind].one() })} />;
  return (
    <>
      <ul className="divide-y divide-hair border-y border-hair">
        {all.map((object) => (
          <li key={object.id} className="flex flex-wrap items-center gap-x-3">
            {addressOf ? (
              <Link to={addressOf(object.id)} className={OBJECT_LINK}>
                {shownName(object)}
              </Link>
            ) : (
              <ObjectLink kind={kind} id={object.id} className={OBJECT_LINK}>
                {shownName(object)}
              </ObjectLink>
            )}
            {object.is_active === false && (
              <span className="text-sm text-ink-soft">{m.office_object_ended_mark()}</span>
            )}
          </li>
        ))}
      </ul>
      {order && (
        <ArrangeObjects
          text={order.text}
          kind={order.kind}
          items={all.map((object) => ({ ...object, name: shownName(object) }))}
        />
      )}
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
          <ObjectLink isButton kind={kind} parent={parent}>
            {m.office_object_new({ kind: KIND_NAMES[kind].one() })}
          </ObjectLink>
        </div>
      )}
    </div>
  );
}
