import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/utils/combine';
import type { Drop } from './arrange-place.ts';

type Edge = Drop['edge'];

const ARRANGED = 'arranged';

function edgeAt(row: Element, clientY: number): Edge {
  const { top, height } = row.getBoundingClientRect();
  return clientY < top + height / 2 ? 'top' : 'bottom';
}

type DraggedRowProps = {
  id: number;
  /** without order, alone, or while a move is saved */
  isOff: boolean;
  onDrop: (drop: Drop) => void;
};

/**
 * A row that the pointer drags by its handle onto other rows of its list.
 * @returns `edge`: where a row dragged over this one would be put; undefined without such a row
 */
export function useDraggedRow({ id, isOff, onDrop }: DraggedRowProps) {
  const row = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLSpanElement>(null);
  const [isDragged, setDragged] = useState(false);
  const [edge, setEdge] = useState<Edge>();
  const drop = useEffectEvent(onDrop);
  useEffect(() => {
    const [element, dragHandle] = [row.current, handle.current];
    if (isOff || !element || !dragHandle) return undefined;
    return combine(
      draggable({
        element,
        dragHandle,
        getInitialData: () => ({ [ARRANGED]: id }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => typeof source.data[ARRANGED] === 'number' && source.data[ARRANGED] !== id,
        onDrag: ({ location }) => setEdge(edgeAt(element, location.current.input.clientY)),
        onDragLeave: () => setEdge(undefined),
        onDrop: ({ source, location }) => {
          setEdge(undefined);
          const at = edgeAt(element, location.current.input.clientY);
          drop({ id: source.data[ARRANGED] as number, over: id, edge: at });
        },
      }),
    );
  }, [id, isOff]);
  return { row, handle, isDragged, edge };
}
