import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { m } from '#i18n/messages.js';
import {
  readSeasonImport,
  STAFF_VALUES,
  uploadSeason,
  type SeasonImport,
  type StaffValues,
} from '#modules/catalog/exchange/exchange.contract.ts';
import { ReadableError } from '#app/api/api-error.ts';
import { callForOne } from '#app/api/client.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { itemsKey, useItems } from '#app/api/use-items.ts';
import { useAct } from '#app/forms/use-act.ts';
import { BackLink } from '#app/lists/way-back.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { ObjectSheet } from '#app/routes/office/season/objects/object-sheet.tsx';
import { FileField } from '#app/ui/fields/file-field.tsx';
import { ErrorNotice } from '#app/ui/notice.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { ExportCard } from './export-seasons.tsx';
import { ImportPreview } from './import-preview.tsx';

export const meta = () => pageTitle(m.office_title_import());

/** The server refuses larger files too, once they have arrived. */
const MOST_BYTES = 50 * 1024 * 1024;

const sentOf = (id: number, staff_values: StaffValues) => ({
  params: { id },
  query: { staff_values },
});

/** The address names the uploaded file, so the page can be left and opened again for a week. */
function useOpened() {
  const [query, setQuery] = useSearchParams();
  const id = /^\d{1,15}$/.test(query.get('import') ?? '') ? Number(query.get('import')) : undefined;
  const staffValues = STAFF_VALUES.find((one) => one === query.get('staff_values')) ?? 'kept';
  const open = (next: number | undefined, values: StaffValues = 'kept') => {
    const opened = new URLSearchParams(next === undefined ? {} : { import: String(next) });
    if (values !== 'kept') opened.set('staff_values', values);
    setQuery(opened, { preventScrollReset: true });
  };
  return { id, staffValues, open };
}

function Upload({ onRead }: { onRead: (read: SeasonImport) => void }) {
  const { isBusy, problem, act } = useAct();
  const upload = (file: File) =>
    act(async () => {
      if (file.size > MOST_BYTES) throw new ReadableError(m.catalog_import_too_large());
      const form = new FormData();
      form.append('file', file, file.name);
      onRead(await callForOne(uploadSeason, { body: form }));
    });
  return (
    <div className="mb-6 grid max-w-form gap-3">
      {/* The field takes a dropped file too: the browser's own input fills the whole frame. */}
      <FileField
        name="season"
        accept=".zip,.json"
        label={m.office_import_file()}
        note={m.office_import_file_note()}
        disabled={isBusy}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file can be chosen again once it is corrected.
          target.value = '';
          if (file) void upload(file);
        }}
      />
      {isBusy && <Spinner label={m.office_import_reading()} />}
      <ErrorNotice text={problem} />
    </div>
  );
}

type OpenedProps = { id: number; staffValues: StaffValues; onStaffValues: (values: StaffValues) => void };

function Opened({ id, staffValues, onStaffValues }: OpenedProps) {
  const found = useItems(readSeasonImport, sentOf(id, staffValues));
  return (
    <Loaded query={found} loading={m.office_import_reading()}>
      {([read]) =>
        read && <ImportPreview read={read} staffValues={staffValues} onStaffValues={onStaffValues} />
      }
    </Loaded>
  );
}

/** A season file from a ZIP or alone: what an import would do, then the import (SE10). */
export default function SeasonImportPage() {
  const { id, staffValues, open } = useOpened();
  const queries = useQueryClient();
  return (
    <>
      <BackLink to="/admin/seasons" text={m.office_import_back()} />
      <PageHead title={m.office_title_import()} />
      <p className="mb-5 max-w-read">{m.office_import_text()}</p>
      <Upload
        onRead={(read) => {
          queries.setQueryData(itemsKey(readSeasonImport, sentOf(read.id, 'kept')), [read]);
          open(read.id);
        }}
      />
      {id !== undefined && (
        <Opened id={id} staffValues={staffValues} onStaffValues={(values) => open(id, values)} />
      )}
      <ExportCard />
      <ObjectSheet />
    </>
  );
}
