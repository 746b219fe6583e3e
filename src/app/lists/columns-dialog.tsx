import { m } from '#i18n/messages.js';
import { chosenColumns, type ListColumn } from '#kit/list/list-view.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { useAtOnce } from './use-at-once.ts';

type Columns<Row> = readonly ListColumn<Row>[];

export type ColumnsProps<Row> = {
  columns: Columns<Row>;
  chosen: string;
  onChoose: (columns: string) => void;
};

type StepProps = { name: string; icon: 'arrow'; turn: string; isEnd: boolean; onStep: () => void };

function Step({ name, icon, turn, isEnd, onStep }: StepProps) {
  return (
    <button
      type="button"
      aria-disabled={isEnd || undefined}
      onClick={() => !isEnd && onStep()}
      className="grid size-11 cursor-pointer place-items-center rounded-md aria-disabled:opacity-40"
    >
      <Icon name={icon} className={turn} />
      <span className="sr-only">{name}</span>
    </button>
  );
}

const moved = (keys: readonly string[], at: number, step: number): string[] => {
  const next = keys.filter((_, nr) => nr !== at);
  next.splice(at + step, 0, keys[at]!);
  return next;
};

/** The chosen columns in their order, then the others, in one list: a ticked box keeps the focus. */
function ColumnChoice<Row>({ columns, onChoose, ...props }: ColumnsProps<Row>) {
  const [chosen, show] = useAtOnce(props.chosen, onChoose);
  const keys = chosenColumns(columns, chosen).map(({ key }) => key);
  const rest = columns.map(({ key }) => key).filter((key) => !keys.includes(key));
  const choose = (next: readonly string[]) => show(next.join(','));
  const headerOf = (key: string) => columns.find((column) => column.key === key)!.header();
  const toggle = (key: string) => {
    if (!keys.includes(key)) choose([...keys, key]);
    else if (keys.length > 1) choose(keys.filter((one) => one !== key));
  };
  return (
    <ul className="grid">
      {[...keys, ...rest].map((key, at) => (
        <li key={key} className="flex items-center justify-between gap-2 border-b border-hair">
          <label className="flex min-h-11 min-w-0 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              className="size-5 accent-ink"
              checked={keys.includes(key)}
              onChange={() => toggle(key)}
            />
            <span className="wrap-anywhere">{headerOf(key)}</span>
          </label>
          {at < keys.length && (
            <span className="flex shrink-0">
              <Step
                name={m.list_column_up({ column: headerOf(key) })}
                icon="arrow"
                turn="-rotate-90"
                isEnd={at === 0}
                onStep={() => choose(moved(keys, at, -1))}
              />
              <Step
                name={m.list_column_down({ column: headerOf(key) })}
                icon="arrow"
                turn="rotate-90"
                isEnd={at === keys.length - 1}
                onStep={() => choose(moved(keys, at, 1))}
              />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Chooses and orders the columns of a list; the address keeps them (OF1.4). */
export function ColumnsDialog<Row>({ onClose, ...props }: ColumnsProps<Row> & { onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.list_columns()}
      description={m.list_columns_text()}
      actions={
        <Button look="secondary" onClick={() => props.onChoose('')}>
          {m.list_columns_reset()}
        </Button>
      }
    >
      <ColumnChoice {...props} />
    </Dialog>
  );
}
