import { useState } from 'react';
import { m } from '#i18n/messages.js';
import type { ChangedObject } from '#modules/catalog/changes/changed-objects.shapes.ts';
import { Button } from '#app/ui/button.tsx';
import { ObjectChange } from './object-change.tsx';

const SHOWN = 50;

type ChangeObjectsProps = {
  rows: readonly ChangedObject[];
  /** the objects are stored, and have a history */
  areStored?: boolean;
};

/** A roll-over or an import changes thousands of objects: fifty are drawn at a time. */
export function ChangeObjects({ rows, areStored = false }: ChangeObjectsProps) {
  const [shown, setShown] = useState(SHOWN);
  return (
    <div className="grid gap-4">
      {rows.slice(0, shown).map((row) => (
        <ObjectChange key={`${row.kind}:${row.id}`} object={row} id={areStored ? row.id : undefined} />
      ))}
      {rows.length > shown && (
        <div className="flex flex-wrap items-center gap-3">
          <Button look="secondary" onClick={() => setShown(shown + SHOWN)}>
            {m.office_more()}
          </Button>
          <p className="text-ink-soft">{m.office_change_shown({ n: shown, all: rows.length })}</p>
        </div>
      )}
    </div>
  );
}
