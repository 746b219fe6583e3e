import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { m } from '#i18n/messages.js';
import { readCopy } from '#modules/catalog/changes/copies.contract.ts';
import type { CopiedKind, OrderedKind } from '#modules/catalog/objects/object-kinds.ts';
import { callForOne } from '#app/api/client.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { useAct } from '#app/forms/use-act.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { SelectField } from '#app/ui/fields/select-field.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Icon } from '#app/ui/icon.tsx';
import { ErrorNotice } from '#app/ui/notice.tsx';
import { placeAt, placeOfDrop, type Arranged, type Drop, type Place } from './arrange-place.ts';
import { CopyIntoSeason } from './copy-into-season.tsx';
import { previewOf, useSaveChanges } from './save-changes.ts';
import { useDraggedRow } from './use-dragged-row.ts';

type ArrangeProps = {
  /** names the dialog, and the button for screen readers */
  text: string;
  /** the begin of `text`, on a button beside the objects */
  shortText?: string;
  /** of objects with an order; others are copied alone */
  kind?: OrderedKind;
  items: readonly Arranged[];
};

function useArrange({ kind, items }: ArrangeProps, onCopied: () => void) {
  const save = useSaveChanges();
  const [query, setQuery] = useSearchParams();
  const { isBusy, problem, act } = useAct();
  const move = ({ item: { id, version, name }, at, before }: Place) =>
    act(async () => {
      if (!kind) return;
      const changes = [{ op: 'move' as const, kind, id, version, before }];
      const { hash } = await previewOf(changes);
      const doneText = m.office_arrange_moved({ name, n: at + 1, all: items.length });
      await save(changes, hash, { doneText });
    });
  const copy = (of: { kind: CopiedKind; id: number }) =>
    act(async () => {
      const { changes, key } = await callForOne(readCopy, { params: of });
      const { hash } = await previewOf(changes);
      const { rows } = await save(changes, hash, { doneText: m.office_arrange_copied() });
      const made = rows.find((row) => row.key === key);
      const opened = new URLSearchParams(query);
      if (made) opened.set('object', `${made.kind}:${made.id}`);
      setQuery(opened, { preventScrollReset: true });
      onCopied();
    });
  return { isBusy, problem, move, copy };
}

type RowProps = Pick<ArrangeProps, 'items' | 'kind'> & {
  item: Arranged;
  isBusy: boolean;
  onMove: (place: Place) => void;
  onCopy: (of: { kind: CopiedKind; id: number }) => void;
};

function MoveButtons({ items, item, isBusy, onMove }: RowProps) {
  const [isChoosing, setChoosing] = useState(false);
  const at = items.findIndex(({ id }) => id === item.id);
  const { name } = item;
  return (
    <>
      <Button
        look="secondary"
        size="small"
        disabled={isBusy || at === 0}
        aria-label={m.office_arrange_up_of({ name })}
        onClick={() => onMove(placeAt(items, item, at - 1))}
      >
        {m.office_arrange_up()}
      </Button>
      <Button
        look="secondary"
        size="small"
        disabled={isBusy || at === items.length - 1}
        aria-label={m.office_arrange_down_of({ name })}
        onClick={() => onMove(placeAt(items, item, at + 1))}
      >
        {m.office_arrange_down()}
      </Button>
      <Button
        look="secondary"
        size="small"
        aria-expanded={isChoosing}
        aria-label={m.office_arrange_to_of({ name })}
        onClick={() => setChoosing(!isChoosing)}
      >
        {m.office_arrange_to()}
      </Button>
      {isChoosing && (
        <SelectField
          name={`place-${item.id}`}
          label={m.office_arrange_place_of({ name })}
          value={String(at)}
          className="basis-full"
          disabled={isBusy}
          onChange={(event) => onMove(placeAt(items, item, Number(event.target.value)))}
          options={items.map((other, place) => ({
            value: String(place),
            label: m.office_arrange_place({ n: place + 1, name: other.name }),
          }))}
        />
      )}
    </>
  );
}

/** The line between two rows where a dragged row would be put. */
function DropLine({ edge }: { edge: Drop['edge'] }) {
  const place = edge === 'top' ? '-top-0.5' : '-bottom-0.5';
  return (
    <span aria-hidden="true" className={classNames('absolute inset-x-0 border-t-4 border-ink', place)} />
  );
}

function ArrangedRow(props: RowProps) {
  const { item, items, kind, isBusy, onMove, onCopy } = props;
  const { id, copyOf, name } = item;
  // A copy has the amounts of its original.
  const seesMoney = useRight('money');
  const isDraggable = kind !== undefined && items.length > 1;
  const onDrop = (drop: Drop) => {
    const place = placeOfDrop(items, drop);
    if (place) onMove(place);
  };
  const { row, handle, isDragged, edge } = useDraggedRow({ id, isOff: !isDraggable || isBusy, onDrop });
  return (
    <li
      ref={row}
      data-arranged={id}
      tabIndex={-1}
      className={classNames(
        'relative flex flex-wrap items-center gap-2 border-b border-hair py-2',
        isDragged && 'opacity-50',
      )}
    >
      {edge && <DropLine edge={edge} />}
      {isDraggable && (
        <span
          ref={handle}
          aria-hidden="true"
          data-handle
          className="-ml-1.5 grid h-11 w-6 cursor-grab place-items-center text-ink-soft"
        >
          <Icon name="grip" />
        </span>
      )}
      <span className="min-w-24 flex-1 font-semibold wrap-anywhere">{name}</span>
      {kind && <MoveButtons {...props} />}
      {copyOf && seesMoney && (
        <>
          <Button
            look="quiet"
            size="small"
            disabled={isBusy}
            aria-label={m.office_arrange_copy_of({ name })}
            onClick={() => onCopy(copyOf)}
          >
            {m.office_arrange_copy()}
          </Button>
          <CopyIntoSeason of={copyOf} name={name} />
        </>
      )}
    </li>
  );
}

function ArrangeDialog({ onClose, ...arranged }: ArrangeProps & { onClose: () => void }) {
  const { text, kind, items } = arranged;
  const { isBusy, problem, move, copy } = useArrange(arranged, onClose);
  const list = useRef<HTMLOListElement>(null);
  const moved = useRef<Place | undefined>(undefined);
  // A row that changes its place loses the focus, and gets the focus back with its buttons.
  useEffect(() => {
    if (isBusy || !moved.current || items[moved.current.at]?.id !== moved.current.item.id) return;
    list.current?.querySelector<HTMLElement>(`[data-arranged="${moved.current.item.id}"]`)?.focus();
    moved.current = undefined;
  }, [items, isBusy]);
  const onMove = (place: Place) => {
    moved.current = place;
    void move(place);
  };
  return (
    <Dialog
      open
      size="wide"
      onClose={isBusy ? undefined : onClose}
      title={text}
      description={kind && m.office_arrange_text()}
    >
      <ErrorNotice text={problem} className="mb-4" />
      <ol ref={list}>
        {items.map((item) => (
          <ArrangedRow
            key={item.id}
            {...{ item, items, kind, isBusy, onMove }}
            onCopy={(of) => void copy(of)}
          />
        ))}
      </ol>
    </Dialog>
  );
}

/** Moves and copies the objects of a list; each press or drag is a change set of its own (SE1.8, SE1.9). */
export function ArrangeObjects(props: ArrangeProps) {
  const [isOpen, setOpen] = useState(false);
  const mayWrite = useRight('season_write');
  if (!mayWrite || props.items.length === 0) return null;
  return (
    <>
      <Button
        look="quiet"
        size="small"
        className="-ml-3.5 justify-start justify-self-start text-left"
        aria-label={props.text}
        onClick={() => setOpen(true)}
      >
        {props.shortText ?? props.text}
      </Button>
      {isOpen && <ArrangeDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
