import { keepPreviousData } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import { FILE_FORMATS } from '#kit/list/list-file.ts';
import { isPlainDate } from '#kit/plain-date.ts';
import { GROUPING_TEXTS } from '#modules/reports/season/column-texts.ts';
import { SEASON_GROUPINGS } from '#modules/reports/season/season-groupings.ts';
import { readSeasonReport, type SeasonReport } from '#modules/reports/season/season-report.contract.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { useCompanyToday } from '#app/company/use-company-day.ts';
import { DOWNLOAD_TEXTS } from '#app/lists/download-list.tsx';
import { useListQuery } from '#app/lists/use-list.ts';
import { DownloadReport } from '#app/routes/office/reports/download-report.tsx';
import { ReportsNav } from '#app/routes/office/reports/reports-nav.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SelectField } from '#app/ui/fields/select-field.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { ReportTables } from './report-tables.tsx';

export const meta = () => pageTitle(m.office_title_season_report());

const NO_SECOND = '';

function useReportQuery() {
  const { text, choice, change } = useListQuery();
  const second = choice('second', [NO_SECOND, ...SEASON_GROUPINGS]);
  const [day, season] = [text('as_of'), text('season')];
  return {
    asked: {
      ...(/^\d+$/.test(season) && { season }),
      by: choice('by', SEASON_GROUPINGS),
      ...(second && { second }),
      ...(isPlainDate(day) && { as_of: day }),
    },
    change,
  };
}

type FilterProps = { report: SeasonReport | undefined } & ReturnType<typeof useReportQuery>;

function Filters({ report, asked, change }: FilterProps) {
  const today = useCompanyToday();
  const groupings = SEASON_GROUPINGS.map((value) => ({ value, label: GROUPING_TEXTS[value]() }));
  return (
    <div className="mb-8 grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4 print:hidden">
      <SelectField
        label={m.office_report_season()}
        name="season"
        value={String(report?.season.id ?? '')}
        options={(report?.seasons ?? []).map(({ id, text }) => ({ value: String(id), label: text }))}
        onChange={({ target }) => change('season', target.value)}
      />
      <SelectField
        label={m.office_report_rows()}
        name="by"
        value={asked.by}
        options={groupings}
        onChange={({ target }) => change('by', target.value)}
      />
      <SelectField
        label={m.office_report_then()}
        name="second"
        value={asked.second ?? NO_SECOND}
        options={[
          { value: NO_SECOND, label: m.office_report_then_none() },
          ...groupings.filter(({ value }) => value !== asked.by),
        ]}
        onChange={({ target }) => change('second', target.value)}
      />
      <TextField
        label={m.office_report_as_of()}
        name="as_of"
        type="date"
        note={m.office_report_as_of_note()}
        max={today}
        value={asked.as_of ?? report?.as_of ?? ''}
        onChange={({ target }) => change('as_of', target.value === today ? '' : target.value)}
      />
    </div>
  );
}

/** What a season was sold for and what came of the money, as of a day (RP2). */
export default function SeasonReportPage() {
  const query = useReportQuery();
  const report = useItems(readSeasonReport, { query: query.asked }, { placeholderData: keepPreviousData });
  const [shown] = report.data ?? [];
  return (
    <>
      <PageHead
        title={m.office_title_season_report()}
        actions={
          <>
            {FILE_FORMATS.map((format) => (
              <DownloadReport
                key={format}
                report="season"
                query={{ ...query.asked, format }}
                label={DOWNLOAD_TEXTS[format]()}
              />
            ))}
            <Button look="secondary" icon="print" className="print:hidden" onClick={() => window.print()}>
              {m.office_report_print()}
            </Button>
          </>
        }
      />
      <ReportsNav />
      <Filters report={shown} {...query} />
      <Loaded query={report} loading={m.office_report_loading()}>
        {([read]) =>
          read && read.rows.length > 0 ? (
            <ReportTables report={read} />
          ) : (
            <EmptyState title={m.office_report_none()}>{m.office_report_none_text()}</EmptyState>
          )
        }
      </Loaded>
    </>
  );
}
