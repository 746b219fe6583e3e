import { useId, useState } from 'react';
import type { Elements } from './elements.ts';
import { Icon } from './icon.tsx';

type FoldProps = { title: string; isOpenFirst?: boolean; children: Elements };

/** A section of a page that folds, by the button in its heading. */
export function Fold({ title, isOpenFirst = true, children }: FoldProps) {
  const [isOpen, setOpen] = useState(isOpenFirst);
  const id = useId();
  return (
    <section className="min-w-0 rounded-md border border-hair bg-card px-5 py-2">
      <h2 className="text-lg font-bold">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          className="flex min-h-11 w-full cursor-pointer items-center gap-2 text-left"
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'down' : 'right'} className="size-4" />
          <span>{title}</span>
        </button>
      </h2>
      <div id={id} hidden={!isOpen} className="pt-1 pb-3">
        {isOpen && children}
      </div>
    </section>
  );
}
