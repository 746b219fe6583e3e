import { Toolbar as Base } from '@base-ui/react/toolbar';
import type { EditorState } from 'prosemirror-state';
import { isInTable } from 'prosemirror-tables';
import { m } from '#i18n/messages.js';
import { classNames } from '#app/ui/class-names.ts';
import type { Elements } from '#app/ui/elements.ts';
import { linkAt, TOOLS, type Tool, type ToolName } from './commands.ts';

type Button = { tool: ToolName; text: string; label: string; className?: string };

const toolGroups = (): { label: string; buttons: Button[] }[] => [
  {
    label: m.office_editor_marks(),
    buttons: [
      { tool: 'strong', text: 'B', label: m.office_editor_strong(), className: 'font-extrabold' },
      { tool: 'em', text: 'I', label: m.office_editor_em(), className: 'italic' },
      { tool: 'underline', text: 'U', label: m.office_editor_underline(), className: 'underline' },
      { tool: 'small', text: 'A', label: m.office_editor_small(), className: 'text-xs' },
    ],
  },
  {
    label: m.office_editor_blocks(),
    buttons: [
      { tool: 'paragraph', text: '¶', label: m.office_editor_paragraph() },
      { tool: 'heading2', text: 'H2', label: m.office_editor_heading({ level: 2 }) },
      { tool: 'heading3', text: 'H3', label: m.office_editor_heading({ level: 3 }) },
      { tool: 'heading4', text: 'H4', label: m.office_editor_heading({ level: 4 }) },
      { tool: 'quote', text: m.office_editor_quote(), label: m.office_editor_quote() },
      { tool: 'rule', text: '—', label: m.office_editor_rule() },
    ],
  },
  {
    label: m.office_editor_lists(),
    buttons: [
      { tool: 'bulletList', text: m.office_editor_bullets(), label: m.office_editor_bullets() },
      { tool: 'orderedList', text: m.office_editor_numbers(), label: m.office_editor_numbers() },
      { tool: 'sink', text: m.office_editor_sink(), label: m.office_editor_sink() },
      { tool: 'lift', text: m.office_editor_lift(), label: m.office_editor_lift() },
    ],
  },
];

const tableTools = (): Button[] => [
  { tool: 'rowAfter', text: m.office_editor_row_after(), label: m.office_editor_row_after() },
  { tool: 'columnAfter', text: m.office_editor_column_after(), label: m.office_editor_column_after() },
  { tool: 'headerCell', text: m.office_editor_header_cell(), label: m.office_editor_header_cell() },
  { tool: 'mergeCells', text: m.office_editor_merge(), label: m.office_editor_merge() },
  { tool: 'splitCell', text: m.office_editor_split(), label: m.office_editor_split() },
  { tool: 'deleteRow', text: m.office_editor_delete_row(), label: m.office_editor_delete_row() },
  { tool: 'deleteColumn', text: m.office_editor_delete_column(), label: m.office_editor_delete_column() },
  { tool: 'deleteTable', text: m.office_editor_delete_table(), label: m.office_editor_delete_table() },
];

const newTableTools = (): Button[] => [
  { tool: 'table', text: m.office_editor_table(), label: m.office_editor_table() },
];

const historyTools = (): Button[] => [
  { tool: 'undo', text: m.office_editor_undo(), label: m.office_editor_undo() },
  { tool: 'redo', text: m.office_editor_redo(), label: m.office_editor_redo() },
];

type ToolButtonProps = {
  text: string;
  label: string;
  className?: string;
  isPressed?: boolean;
  isOff: boolean;
  onPress: () => void;
};

function ToolButton({ text, label, className, isPressed, isOff, onPress }: ToolButtonProps) {
  return (
    <Base.Button
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      disabled={isOff}
      // A press leaves the selection in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
      className={classNames(
        'min-h-9 min-w-9 cursor-pointer rounded-md border px-2 text-sm',
        isPressed ? 'border-ink bg-ink text-white' : 'border-transparent bg-card text-ink hover:bg-sunk',
        'data-disabled:cursor-not-allowed data-disabled:opacity-50',
        className,
      )}
    >
      <span aria-hidden="true">{text}</span>
    </Base.Button>
  );
}

type ButtonsProps = Pick<ToolbarProps, 'state' | 'run'> & { buttons: readonly Button[] };

function Buttons({ buttons, state, run }: ButtonsProps): Elements {
  return (
    <>
      {buttons.map(({ tool, ...look }) => {
        const { run: command, isOn } = TOOLS[tool] as Tool;
        return (
          <ToolButton
            key={tool}
            {...look}
            isPressed={isOn?.(state)}
            // What is on already is pressed, not off.
            isOff={!isOn?.(state) && !command(state)}
            onPress={() => run(command)}
          />
        );
      })}
    </>
  );
}

type ToolbarProps = {
  state: EditorState;
  /** the id of the text */
  controls: string;
  run: (tool: Tool['run']) => void;
  onLink: () => void;
};

/** The tools of the editor: arrows move between them, Tab leaves (SE4.4). */
export function Toolbar({ state, controls, run, onLink }: ToolbarProps) {
  const groupClass = 'flex flex-wrap gap-1';
  const link = linkAt(state);
  return (
    <Base.Root
      aria-label={m.office_editor_tools()}
      aria-controls={controls}
      className="flex flex-wrap gap-x-4 gap-y-1 border-b border-hair bg-sunk p-2"
    >
      {toolGroups().map(({ label, buttons }) => (
        <Base.Group key={label} aria-label={label} className={groupClass}>
          <Buttons buttons={buttons} state={state} run={run} />
        </Base.Group>
      ))}
      <Base.Group aria-label={m.office_editor_inserts()} className={groupClass}>
        <ToolButton
          text={m.office_editor_link()}
          label={m.office_editor_link()}
          className="underline"
          isPressed={link !== undefined}
          isOff={false}
          onPress={onLink}
        />
        <Buttons buttons={isInTable(state) ? tableTools() : newTableTools()} state={state} run={run} />
      </Base.Group>
      <Base.Group aria-label={m.office_editor_history()} className={groupClass}>
        <Buttons buttons={historyTools()} state={state} run={run} />
      </Base.Group>
    </Base.Root>
  );
}
