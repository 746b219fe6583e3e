import { useState } from 'react';
import { m } from '#i18n/messages.js';
import type { ListEndpoint } from '#kit/list/list-endpoint.ts';
import type { Total } from '#kit/list/list-total.ts';
import { countText } from '#kit/list/found-text.ts';
import { callForOne } from '#app/api/client.ts';
import { useAct } from '#app/forms/use-act.ts';
import { LateDialog, latePart } from '#app/shell/late-part.tsx';
import { Button } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { ErrorNotice } from '#app/ui/notice.tsx';
import type { AnyPage } from '#app/lists/use-list.ts';
import { countOf, planOf, type BulkAct } from './bulk-act.ts';
import type { Selection } from './use-selection.ts';

/** The most rows that are selected at once: each row is a call. */
const MOST_ROWS = 2_000;

const PAGE = 200;

const dialog = latePart(async () => (await import('./bulk-dialog.tsx')).BulkDialog);

type BulkBarProps<Row> = {
  list: ListEndpoint;
  query: Readonly<Record<string, string>>;
  found: Total;
  acts: readonly BulkAct<Row>[];
  selection: Selection<Row>;
  nameOf: (row: Row) => string;
};

/** All rows of the list, page by page. */
async function readAll<Row>(list: ListEndpoint, query: Readonly<Record<string, string>>): Promise<Row[]> {
  const rows: Row[] = [];
  let after: string | undefined;
  do {
    const page = (await callForOne<ListEndpoint>(list, {
      query: { ...query, after, limit: PAGE },
    })) as AnyPage;
    rows.push(...(page.rows as readonly Row[]));
    after = page.next ?? undefined;
  } while (after !== undefined && rows.length < MOST_ROWS);
  return rows;
}

function AllButton<Row>({ list, query, found, selection }: BulkBarProps<Row>) {
  const { isBusy, problem, act } = useAct();
  const isTooMany = found.is_total_capped || found.total > MOST_ROWS;
  if (found.total <= selection.rows.length) return null;
  return (
    <>
      <Button
        look="secondary"
        size="small"
        busy={isBusy}
        disabledReason={
          isTooMany ? m.list_bulk_too_many({ n: MOST_ROWS.toLocaleString('en-US') }) : undefined
        }
        onClick={() => void act(async () => selection.select(await readAll<Row>(list, query)))}
      >
        {m.list_bulk_all({ n: countText(found) })}
      </Button>
      <ErrorNotice text={problem} />
    </>
  );
}

/** The number of selected rows, and the acts on all selected rows (OF1.5). */
export function BulkBar<Row>(props: BulkBarProps<Row>) {
  const { acts, selection, nameOf } = props;
  const [open, setOpen] = useState<string | undefined>();
  const { rows } = selection;
  const act = acts.find(({ key }) => key === open);
  const close = () => setOpen(undefined);
  if (rows.length === 0 && !act) return null;
  return (
    <section
      aria-label={m.list_bulk_bar()}
      className={classNames(
        'sticky bottom-2 z-10 mt-4 flex flex-wrap items-center gap-2',
        'rounded-md border-2 border-ink bg-card p-2 shadow-raised',
      )}
    >
      <p role="status" className="mr-2 px-1 font-semibold">
        {m.list_bulk_selected({ n: rows.length })}
      </p>
      {acts.map((one) => (
        <Button key={one.key} size="small" onClick={() => setOpen(one.key)}>
          {m.list_bulk_act({ act: one.label(), n: rows.length - countOf(planOf(rows, one).left) })}
        </Button>
      ))}
      <AllButton {...props} />
      <Button look="quiet" size="small" onClick={() => selection.select([])}>
        {m.list_bulk_clear()}
      </Button>
      {act && (
        <LateDialog part={dialog} title={act.label()} onClose={close}>
          {(BulkDialog) => (
            <BulkDialog act={act} rows={rows} nameOf={nameOf} onDone={selection.leave} onClose={close} />
          )}
        </LateDialog>
      )}
    </section>
  );
}
