import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { m } from '#i18n/messages.js';
import {
  applySeasonImport,
  readSeasonImport,
  type SeasonImport,
  type StaffValues,
} from '#modules/catalog/exchange/exchange.contract.ts';
import { callForOne } from '#app/api/client.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { ConfirmButton } from '#app/forms/confirm-button.tsx';
import { rowLink } from '#app/lists/row-links.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { CheckboxField } from '#app/ui/fields/checkbox-field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Table, type Column } from '#app/ui/table.tsx';
import { ChangeObjects } from '#app/routes/office/season/changes/change-objects.tsx';
import { ToldEffects } from '#app/routes/office/season/effects/effects-dialog.tsx';
import { ObjectLink } from '#app/routes/office/season/object-link.tsx';

type Count = SeasonImport['counts'][number];

const columns: readonly Column<Count>[] = [
  { key: 'kind', header: m.office_change_filter_kind(), narrow: 'title', cell: ({ kind }) => <b>{kind}</b> },
  { key: 'added', header: m.office_import_added(), numeric: true, cell: ({ added }) => added },
  { key: 'changed', header: m.office_import_changed(), numeric: true, cell: ({ changed }) => changed },
  {
    key: 'unchanged',
    header: m.office_import_unchanged(),
    numeric: true,
    cell: ({ unchanged }) => unchanged,
  },
];

const total = (counts: readonly Count[], of: 'added' | 'changed') =>
  counts.reduce((sum, count) => sum + count[of], 0);

type Problem = SeasonImport['problems'][number];

function Place({ problem: { place, object } }: { problem: Problem }) {
  const text = place || m.catalog_season_file();
  if (!object) return <b className="wrap-anywhere">{text}</b>;
  return (
    <ObjectLink kind={object.kind} id={object.id} className={`${rowLink} font-semibold`}>
      {text}
    </ObjectLink>
  );
}

/** Every problem of a file by its place; the place leads to the object that the portal has there (SE10.3). */
function ImportProblems({ problems }: { problems: readonly Problem[] }) {
  return (
    <Notice tone="danger" role="alert" title={m.catalog_import_problems()}>
      <ul className="mt-2 grid gap-2">
        {problems.map((problem, at) => (
          <li key={at}>
            <Place problem={problem} />
            <span className="block">{problem.sentence}</span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

type Read = { read: SeasonImport };

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="list-disc pl-6">
      {lines.map((line, at) => (
        <li key={at} className="wrap-anywhere">
          {line}
        </li>
      ))}
    </ul>
  );
}

function Applied({ read: { applied_at, change_id } }: Read) {
  const timeText = useCompanyTime();
  if (applied_at === null) return null;
  return (
    <Notice tone="success" role="status" title={m.office_import_applied({ at: timeText(applied_at) })}>
      {change_id !== null && (
        <Link to={`/admin/changes/${change_id}`} className={rowLink}>
          {m.office_import_to_change()}
        </Link>
      )}
    </Notice>
  );
}

function Kept({ read: { kept }, staffValues, onStaffValues }: ImportPreviewProps) {
  if (kept.length === 0 && staffValues === 'kept') return null;
  return (
    <section aria-label={m.office_import_kept()}>
      <h2 className="text-lg font-bold">{m.office_import_kept()}</h2>
      <Lines lines={kept} />
      <CheckboxField
        name="staff_values"
        label={m.office_import_replace()}
        checked={staffValues === 'replaced'}
        onChange={({ target }) => onStaffValues(target.checked ? 'replaced' : 'kept')}
      />
    </section>
  );
}

function Effects({ read, staffValues }: Read & { staffValues: StaffValues }) {
  const query = { staff_values: staffValues, effects: 'all' } as const;
  return (
    <ToldEffects
      told={read}
      readAll={() => callForOne(readSeasonImport, { params: { id: read.id }, query })}
    />
  );
}

function Import({ read, staffValues }: Read & { staffValues: StaffValues }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [added, changed] = [total(read.counts, 'added'), total(read.counts, 'changed')];
  return (
    <ConfirmButton
      look="secondary"
      label={m.office_import_button()}
      title={m.office_import_confirm()}
      description={m.office_import_confirm_text({ added, changed })}
      done={m.office_import_done()}
      act={async () => {
        const body = { seen: read.hash, staff_values: staffValues };
        try {
          const { change_id } = await callForOne(applySeasonImport, { params: { id: read.id }, body });
          if (change_id !== null) void navigate(`/admin/changes/${change_id}`);
        } finally {
          // Also after a refusal: the portal has changed, and the page shows what an import would do now.
          void queries.invalidateQueries();
        }
      }}
    >
      <Effects read={read} staffValues={staffValues} />
    </ConfirmButton>
  );
}

type ImportPreviewProps = {
  read: SeasonImport;
  staffValues: StaffValues;
  onStaffValues: (values: StaffValues) => void;
};

/** What an import of an uploaded file would do, before beside after, and the import. */
export function ImportPreview(props: ImportPreviewProps) {
  const { read, staffValues } = props;
  const mayWriteCompany = useRight('company');
  if (read.problems.length > 0) return <ImportProblems problems={read.problems} />;
  const isNothing = read.rows.length === 0;
  const isForbidden = read.is_of_company && !mayWriteCompany;
  return (
    <div className="grid gap-5">
      <Applied read={read} />
      {isNothing && read.applied_at === null && <Notice role="status" title={m.office_import_nothing()} />}
      {isForbidden && <Notice tone="warning" title={m.catalog_import_of_company()} />}
      <Table
        dense
        caption={m.office_import_counts()}
        columns={columns}
        rows={read.counts}
        rowKey={({ kind }) => kind}
      />
      <Kept {...props} />
      {!isNothing && read.applied_at === null && <Effects read={read} staffValues={staffValues} />}
      {!isNothing && !isForbidden && read.applied_at === null && (
        <div>
          <Import read={read} staffValues={staffValues} />
        </div>
      )}
      {read.lines.length > 0 && (
        <Disclosure label={m.office_import_lines()}>
          <Lines lines={read.lines} />
        </Disclosure>
      )}
      <ChangeObjects rows={read.rows} />
    </div>
  );
}
