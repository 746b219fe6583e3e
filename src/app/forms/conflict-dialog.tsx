import { useState } from 'react';
import { m } from '#i18n/messages.js';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { FieldsetField } from '#app/ui/fields/form-field.tsx';
import { OptionCard } from '#app/ui/fields/option-card.tsx';
import type { ChangedPart } from './edit-conflict.ts';

type Side = 'mine' | 'theirs';

const sidesOf = (changedBy: string | undefined): { side: Side; label: string }[] => [
  { side: 'mine', label: m.shell_conflict_mine() },
  {
    side: 'theirs',
    label: changedBy ? m.shell_conflict_of({ staff: changedBy }) : m.shell_conflict_theirs(),
  },
];

const shownText = (text: string) => (
  <span className="wrap-anywhere whitespace-pre-line text-ink">{text || m.shell_conflict_empty()}</span>
);

type PartChoiceProps = {
  name: string;
  part: Pick<ChangedPart<unknown>, 'label' | 'before' | Side>;
  changedBy?: string;
  choice: Side | undefined;
  onChoose: (side: Side) => void;
  error?: string;
};

/** Three columns (OF0.21); below each other on a phone. */
function PartChoice({ name, part, changedBy, choice, onChoose, error }: PartChoiceProps) {
  return (
    <FieldsetField
      name={name}
      label={part.label}
      className="sm:grid sm:grid-cols-3 sm:gap-x-2.5"
      legendClassName="mb-1 font-bold"
      error={error}
      note={
        <div className="rounded-md border border-hair px-4 py-3">
          <span className="block text-base font-bold text-ink">{`${m.shell_conflict_before()} `}</span>
          {shownText(part.before)}
        </div>
      }
    >
      <div className="grid gap-2.5 sm:col-span-2 sm:mb-2 sm:grid-cols-2">
        {sidesOf(changedBy).map(({ side, label }) => (
          <OptionCard
            key={side}
            type="radio"
            name={name}
            value={side}
            label={label}
            textAfter={shownText(part[side])}
            checked={choice === side}
            aria-invalid={error ? true : undefined}
            onChange={() => onChoose(side)}
          />
        ))}
      </div>
    </FieldsetField>
  );
}

type ConflictDialogProps<V> = {
  parts: readonly ChangedPart<V>[];
  /** the sentence about the member of the staff who was the other one, and the name, if known */
  said?: string;
  changedBy?: string;
  onSave: (taken: readonly ChangedPart<V>[]) => void;
  onCancel: () => void;
};

function useChoices<V>({ parts, onSave }: Pick<ConflictDialogProps<V>, 'parts' | 'onSave'>) {
  const [choices, setChoices] = useState<readonly (Side | undefined)[]>(
    parts.map((part) => (part.isContested ? undefined : 'theirs')),
  );
  const [hasTried, setTried] = useState(false);
  function save() {
    const open = choices.indexOf(undefined);
    if (open < 0) return onSave(parts.filter((_, nr) => choices[nr] === 'theirs'));
    setTried(true);
    document.getElementsByName(`conflict-${parts[open]!.names[0]}`)[0]?.focus();
  }
  const choose = (nr: number, side: Side) => setChoices(choices.map((each, at) => (at === nr ? side : each)));
  return { choices, choose, hasTried, save };
}

/**
 * Shows the changes of a colleague part by part. Only a part changed by both has no proposal and must be
 * chosen (MD5).
 */
export function ConflictDialog<V>({ parts, said, changedBy, onSave, onCancel }: ConflictDialogProps<V>) {
  const { choices, choose, hasTried, save } = useChoices({ parts, onSave });
  return (
    <Dialog
      open
      onClose={onCancel}
      size="wide"
      title={m.shell_conflict_title()}
      description={said ?? m.shell_conflict_text()}
      actions={
        <>
          <Button onClick={save}>{m.shell_conflict_save()}</Button>
          <Button look="secondary" onClick={onCancel}>
            {m.shell_conflict_cancel()}
          </Button>
        </>
      }
    >
      <div className="grid gap-6">
        {parts.map((part, nr) => (
          <PartChoice
            key={part.names[0]}
            name={`conflict-${part.names[0]}`}
            part={part}
            changedBy={changedBy}
            choice={choices[nr]}
            onChoose={(side) => choose(nr, side)}
            error={hasTried && !choices[nr] ? m.shell_conflict_choose() : undefined}
          />
        ))}
      </div>
    </Dialog>
  );
}
