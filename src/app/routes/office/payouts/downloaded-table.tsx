import { m } from '#i18n/messages.js';
import type { ListEndpoint } from '#kit/list/list-endpoint.ts';
import { DownloadList } from '#app/lists/download-list.tsx';
import type { ListFilters } from '#app/lists/use-list.ts';
import { Table, type Column } from '#app/ui/table.tsx';

type DownloadedTableProps<L extends ListEndpoint, Row> = {
  list: L;
  filters: ListFilters<L>;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
};

/** A page of payouts or of their lines, with the whole list as a file. */
export function DownloadedTable<L extends ListEndpoint, Row>({
  list,
  filters,
  ...table
}: DownloadedTableProps<L, Row>) {
  return (
    <>
      <div className="mb-4 flex">
        <DownloadList list={list} filters={filters} />
      </div>
      <Table dense hideCaption caption={m.office_title_payouts()} {...table} />
    </>
  );
}
