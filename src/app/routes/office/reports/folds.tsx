import { useState } from 'react';
import { Icon } from '#app/ui/icon.tsx';

export type Folds = { open: ReadonlySet<string>; onToggle: (id: string) => void };

/** The rows of a report whose parts stand below them; none at first. */
export function useFolds(): Folds {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const onToggle = (id: string) => {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
  };
  return { open, onToggle };
}

/** The name of a row, which folds out the parts of the row. */
export function FoldName({ id, text, open, onToggle }: Folds & { id: string; text: string }) {
  const isOpen = open.has(id);
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      className="-ml-1 flex min-h-11 cursor-pointer items-center gap-1 text-left font-semibold"
      onClick={() => onToggle(id)}
    >
      <Icon name={isOpen ? 'down' : 'right'} />
      <span>{text}</span>
    </button>
  );
}

/** The name of a part, below the name of its row. */
export function PartName({ text }: { text: string }) {
  return <span className="block pl-7 max-md:pl-0">{text}</span>;
}
