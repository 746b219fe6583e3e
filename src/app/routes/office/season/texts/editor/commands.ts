import { lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import type { Mark, NodeType } from 'prosemirror-model';
import { liftListItem, sinkListItem, wrapInList } from 'prosemirror-schema-list';
import type { Command, EditorState, Transaction } from 'prosemirror-state';
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  isInTable,
  mergeCells,
  splitCell,
  toggleHeaderCell,
} from 'prosemirror-tables';
import { schema, type MarkName } from './schema.ts';

const { nodes, marks } = schema;

/** Runs a command and repairs its result in the same step of the history. */
const repaired =
  (command: Command, repair: (tr: Transaction) => void): Command =>
  (state, dispatch) =>
    command(
      state,
      dispatch &&
        ((tr) => {
          repair(tr);
          dispatch(tr);
        }),
    );

/** A list of single paragraphs is a list of words, as typed lists are. */
function bareItems(tr: Transaction): void {
  const { from, to } = tr.selection;
  tr.doc.nodesBetween(from, to, (node, pos, parent) => {
    if (node.type === nodes.paragraph && parent?.type === nodes.list_item && parent.childCount === 1)
      tr.setNodeMarkup(pos, nodes.bare);
  });
}

/** Words that leave an item become paragraphs. */
function paragraphs(tr: Transaction): void {
  tr.doc.forEach((node, pos) => {
    if (node.type === nodes.bare) tr.setNodeMarkup(pos, nodes.paragraph);
  });
}

const liftItem = repaired(liftListItem(nodes.list_item), paragraphs);

const isInside = (type: NodeType, { selection: { $from } }: EditorState): boolean =>
  Array.from({ length: $from.depth + 1 }, (_, depth) => $from.node(depth).type).includes(type);

const isBlock =
  (type: NodeType, attrs: object = {}) =>
  ({ selection: { $from } }: EditorState): boolean =>
    $from.parent.hasMarkup(type, { ...$from.parent.attrs, ...attrs });

function hasMark(name: MarkName, { selection, storedMarks, doc }: EditorState): boolean {
  const { from, to, $from, empty } = selection;
  const mark = marks[name];
  if (empty) return mark.isInSet(storedMarks ?? $from.marks()) !== undefined;
  return doc.rangeHasMark(from, to, mark);
}

const list =
  (type: NodeType): Command =>
  (state, dispatch) =>
    isInside(type, state)
      ? liftItem(state, dispatch)
      : repaired(wrapInList(type), bareItems)(state, dispatch);

const quote: Command = (state, dispatch) =>
  isInside(nodes.blockquote, state)
    ? repaired(lift, paragraphs)(state, dispatch)
    : wrapIn(nodes.blockquote)(state, dispatch);

const rule: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.horizontal_rule.create()).scrollIntoView());
  return true;
};

export const lineBreak: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView());
  return true;
};

const TABLE_ROWS = 3;
const TABLE_COLUMNS = 3;

/** A table with a head of header cells. */
const table: Command = (state, dispatch) => {
  if (isInTable(state)) return false;
  const row = (in_head: boolean) => {
    const cell = in_head
      ? nodes.table_header.createAndFill({ scope: 'col' })!
      : nodes.table_cell.createAndFill()!;
    return nodes.table_row.create(
      { in_head },
      Array.from({ length: TABLE_COLUMNS }, () => cell),
    );
  };
  const rows = Array.from({ length: TABLE_ROWS }, (_, nth) => row(nth === 0));
  dispatch?.(state.tr.replaceSelectionWith(nodes.table.create(null, rows)).scrollIntoView());
  return true;
};

/** The link around the cursor, or in the selection. */
export function linkAt({ selection: { $from, from, to, empty }, doc }: EditorState): Mark | undefined {
  // The end of a link belongs to the link.
  if (empty) return marks.link.isInSet($from.nodeBefore?.marks ?? []) ?? marks.link.isInSet($from.marks());
  let found: Mark | undefined;
  doc.nodesBetween(from, to, (node) => {
    found ??= marks.link.isInSet(node.marks);
  });
  return found;
}

/** The whole link around the cursor, or the selection. */
function linkRange(state: EditorState): { from: number; to: number } {
  const { $from, from, to, empty } = state.selection;
  const link = linkAt(state);
  if (!empty || !link) return { from, to };
  const { parent } = $from;
  const at = $from.index();
  const isLinked = (nth: number) =>
    nth >= 0 && nth < parent.childCount && link.isInSet(parent.child(nth).marks);
  // At the end of a link the cursor stands before the next node.
  let first = isLinked(at) ? at : at - 1;
  let last = first;
  while (isLinked(first - 1)) first -= 1;
  while (isLinked(last + 1)) last += 1;
  let start = $from.start();
  for (let nth = 0; nth < first; nth += 1) start += parent.child(nth).nodeSize;
  let end = start;
  for (let nth = first; nth <= last; nth += 1) end += parent.child(nth).nodeSize;
  return { from: start, to: end };
}

/** @param href  empty takes the link away; without a selection the address stands for the words */
export const setLink =
  (href: string): Command =>
  (state, dispatch) => {
    const { from, to } = linkRange(state);
    const tr = state.tr;
    if (href && from === to) tr.replaceSelectionWith(schema.text(href, [marks.link.create({ href })]), false);
    else {
      tr.removeMark(from, to, marks.link);
      if (href) tr.addMark(from, to, marks.link.create({ href }));
    }
    dispatch?.(tr.scrollIntoView());
    return true;
  };

export type Tool = {
  run: Command;
  /** pressed; undefined for an act without a state */
  isOn?: (state: EditorState) => boolean;
};

const mark = (name: MarkName): Tool => ({
  run: toggleMark(marks[name]),
  isOn: (state) => hasMark(name, state),
});

const heading = (level: number): Tool => ({
  run: setBlockType(nodes.heading, { level }),
  isOn: isBlock(nodes.heading, { level }),
});

export const TOOLS = {
  strong: mark('strong'),
  em: mark('em'),
  underline: mark('underline'),
  small: mark('small'),
  paragraph: {
    run: setBlockType(nodes.paragraph),
    isOn: (state) => isBlock(nodes.paragraph)(state) || isBlock(nodes.bare)(state),
  },
  heading2: heading(2),
  heading3: heading(3),
  heading4: heading(4),
  bulletList: { run: list(nodes.bullet_list), isOn: (state) => isInside(nodes.bullet_list, state) },
  orderedList: { run: list(nodes.ordered_list), isOn: (state) => isInside(nodes.ordered_list, state) },
  sink: { run: sinkListItem(nodes.list_item) },
  lift: { run: liftItem },
  quote: { run: quote, isOn: (state) => isInside(nodes.blockquote, state) },
  rule: { run: rule },
  table: { run: table },
  rowAfter: { run: addRowAfter },
  columnAfter: { run: addColumnAfter },
  headerCell: { run: toggleHeaderCell, isOn: (state) => isInside(nodes.table_header, state) },
  mergeCells: { run: mergeCells },
  splitCell: { run: splitCell },
  deleteRow: { run: deleteRow },
  deleteColumn: { run: deleteColumn },
  deleteTable: { run: deleteTable },
  undo: { run: undo },
  redo: { run: redo },
} as const satisfies Record<string, Tool>;

export type ToolName = keyof typeof TOOLS;
