import { m } from '#i18n/messages.js';
import type { ListEndpoint } from '#kit/list/list-endpoint.ts';
import { FILE_FORMATS, type FileFormat } from '#kit/list/list-file.ts';
import { exportList } from '#modules/office/exports/exports.contract.ts';
import { callForOne } from '#app/api/client.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { ActButton } from '#app/forms/act-button.tsx';
import type { ListFilters } from './use-list.ts';

export const DOWNLOAD_TEXTS: Record<FileFormat, () => string> = {
  csv: m.office_list_download,
  xlsx: m.list_download_xlsx,
};

type DownloadListProps<L extends ListEndpoint> = {
  list: L;
  filters: ListFilters<L>;
  /** the chosen columns, as in the address; blank for the delivered ones */
  columns?: string;
  className?: string;
};

export function DownloadList<L extends ListEndpoint>({
  list,
  filters,
  columns = '',
  className,
}: DownloadListProps<L>) {
  const mayExport = useRight('export');
  if (!mayExport) return null;
  const given = Object.entries(filters).filter(([, value]) => value !== '' && value !== undefined);
  const query = Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
  return (
    // The key `e` looks for the mark, and takes the first file.
    <div data-download className="contents">
      {FILE_FORMATS.map((format) => (
        <ActButton
          key={format}
          label={DOWNLOAD_TEXTS[format]()}
          icon="file"
          className={className}
          act={async () => {
            const body = { list: list.name, query, columns, format };
            const { path } = await callForOne(exportList, { body });
            window.location.assign(path);
          }}
        />
      ))}
    </div>
  );
}
