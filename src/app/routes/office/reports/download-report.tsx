import { exportReport } from '#modules/reports/files/report-files.contract.ts';
import type { Sent } from '#kit/endpoint/endpoint.ts';
import { callForOne } from '#app/api/client.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { ActButton } from '#app/forms/act-button.tsx';

type Asked = NonNullable<Sent<typeof exportReport>['body']>;

/** A report as a file, for staff who may take files along. */
export function DownloadReport({ report, query, label }: Required<Asked> & { label: string }) {
  const mayExport = useRight('export');
  if (!mayExport) return null;
  return (
    // The key `e` looks for the mark.
    <div data-download className="contents print:hidden">
      <ActButton
        label={label}
        icon="file"
        act={async () => {
          const { path } = await callForOne(exportReport, { body: { report, query } });
          window.location.assign(path);
        }}
      />
    </div>
  );
}
