import { m } from '#i18n/messages.js';
import type { ListEndpoint } from '#kit/list/list-endpoint.ts';
import { exportList } from '#modules/office/exports/exports.contract.ts';
import { callForOne } from '#app/api/client.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { ActButton } from '#app/forms/act-button.tsx';
import type { ListFilters } from './use-list.ts';

type DownloadListProps<L extends ListEndpoint> = { list: L; filters: ListFilters<L>; className?: string };

export function DownloadList<L extends ListEndpoint>({ list, filters, className }: DownloadListProps<L>) {
  const mayExport = useRight('export');
  if (!mayExport) return null;
  const given = Object.entries(filters).filter(([, value]) => value !== '' && value !== undefined);
  return (
    // The key `e` looks for the mark.
    <div data-download className="contents">
      <ActButton
        label={m.office_list_download()}
        icon="file"
        className={className}
        act={async () => {
          const query = Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
          const { path } = await callForOne(exportList, { body: { list: list.name, query } });
          window.location.assign(path);
        }}
      />
    </div>
  );
}
