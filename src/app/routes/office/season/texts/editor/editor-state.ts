import { baseKeymap, chainCommands } from 'prosemirror-commands';
import { history } from 'prosemirror-history';
import { inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import type { Node } from 'prosemirror-model';
import { splitListItem } from 'prosemirror-schema-list';
import { EditorState, type Plugin } from 'prosemirror-state';
import { goToNextCell, tableEditing } from 'prosemirror-tables';
import { lineBreak, TOOLS } from './commands.ts';
import { schema } from './schema.ts';

const { nodes } = schema;

const typedMarks = inputRules({
  rules: [
    textblockTypeInputRule(/^(#{2,4})\s$/, nodes.heading, ([, marks]) => ({ level: marks!.length })),
    wrappingInputRule(/^\s*[-*]\s$/, nodes.bullet_list),
    wrappingInputRule(/^1\.\s$/, nodes.ordered_list),
    wrappingInputRule(/^>\s$/, nodes.blockquote),
  ],
});

/** Tab moves between cells alone: elsewhere the key leaves the editor. */
const keys = keymap({
  'Mod-b': TOOLS.strong.run,
  'Mod-i': TOOLS.em.run,
  'Mod-u': TOOLS.underline.run,
  'Mod-z': TOOLS.undo.run,
  'Shift-Mod-z': TOOLS.redo.run,
  'Mod-y': TOOLS.redo.run,
  'Mod-]': TOOLS.sink.run,
  'Mod-[': TOOLS.lift.run,
  'Shift-Enter': lineBreak,
  Enter: chainCommands(splitListItem(nodes.list_item), baseKeymap.Enter!),
  Tab: goToNextCell(1),
  'Shift-Tab': goToNextCell(-1),
});

const plugins = (): Plugin[] => [typedMarks, keys, keymap(baseKeymap), history(), tableEditing()];

export const stateOf = (doc: Node): EditorState => EditorState.create({ doc, plugins: plugins() });
