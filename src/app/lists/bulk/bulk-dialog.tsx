import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import { isPlainDate } from '#kit/plain-date.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { actOnRows, countOf, planOf, type BulkAct, type BulkResult, type LeftOut } from './bulk-act.ts';

type BulkDialogProps<Row> = {
  act: BulkAct<Row>;
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  onDone: (done: readonly Row[]) => void;
  onClose: () => void;
};

const NAMED = 5;

function Names<Row>({ rows, nameOf }: { rows: readonly Row[]; nameOf: (row: Row) => string }) {
  const names = rows.slice(0, NAMED).map(nameOf).join('; ');
  const more = rows.length - NAMED;
  return (
    <span className="block text-sm text-ink-soft wrap-anywhere">
      {more > 0 ? m.list_bulk_names_more({ names, n: more }) : names}
    </span>
  );
}

/** The rows left out, by reason. */
function LeftOutRows<Row>({ left, nameOf }: { left: readonly LeftOut<Row>[]; nameOf: (row: Row) => string }) {
  if (left.length === 0) return null;
  return (
    <ul className="mt-3 grid max-h-64 gap-3 overflow-y-auto border-t border-hair pt-3">
      {left.map(({ reason, rows }) => (
        <li key={reason}>
          <span className="wrap-anywhere">{m.list_bulk_reason({ n: rows.length, reason })}</span>
          <Names rows={rows} nameOf={nameOf} />
        </li>
      ))}
    </ul>
  );
}

type Sum = { n: number; left: number };

const planText = ({ n, left }: Sum) => (left ? m.list_bulk_plan({ n, left }) : m.list_bulk_plan_all({ n }));
const doneText = ({ n, left }: Sum) => (left ? m.list_bulk_done({ n, left }) : m.list_bulk_done_all({ n }));

/** The question before an act on many rows, then the result (OF1.5). */
export function BulkDialog<Row>({ act, rows, nameOf, onDone, onClose }: BulkDialogProps<Row>) {
  const queries = useQueryClient();
  // The list changes below the dialog; the plan is the one that was read.
  const [plan] = useState(() => planOf(rows, act));
  const [day, setDay] = useState('');
  const [behind, setBehind] = useState<number | undefined>();
  const [result, setResult] = useState<BulkResult<Row> | undefined>();
  const isBusy = behind !== undefined;
  const begin = async () => {
    const came = await actOnRows(plan.wanted, (row) => act.act(row, { day }), setBehind);
    const left = [...plan.left, ...came.left];
    setBehind(undefined);
    setResult({ ...came, left });
    onDone(came.done);
    await queries.invalidateQueries();
  };
  const { left } = result ?? plan;
  const isDayMissing = act.day !== undefined && !isPlainDate(day);
  const n = result ? result.done.length : plan.wanted.length;
  const said = isBusy
    ? m.list_bulk_step({ n: behind, all: plan.wanted.length })
    : (result ? doneText : planText)({ n, left: countOf(left) });
  return (
    <Dialog
      open
      onClose={isBusy ? undefined : onClose}
      title={act.label()}
      description={act.about()}
      actions={
        result ? (
          <Button onClick={onClose}>{m.shell_close()}</Button>
        ) : (
          <>
            <Button
              busy={isBusy}
              disabled={plan.wanted.length === 0 || isDayMissing}
              onClick={() => void begin()}
            >
              {m.list_bulk_act({ act: act.label(), n: plan.wanted.length })}
            </Button>
            <Button look="secondary" disabled={isBusy} onClick={onClose}>
              {m.office_cancel()}
            </Button>
          </>
        )
      }
    >
      {act.day && !result && (
        <TextField
          type="date"
          name="day"
          required
          className="mb-4"
          label={act.day()}
          value={day}
          onChange={({ target }) => setDay(target.value)}
        />
      )}
      <p role="status" className="font-semibold">
        {said}
      </p>
      <LeftOutRows left={left} nameOf={nameOf} />
    </Dialog>
  );
}
