import { lazy, Suspense } from 'react';
import { keepPreviousData } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import { readOverview } from '#modules/office/overview/overview.contract.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { useListQuery } from '#app/lists/use-list.ts';
import { SelectField } from '#app/ui/fields/select-field.tsx';
import { Skeleton } from '#app/ui/spinner.tsx';

const OverviewCharts = lazy(() => import('./overview-charts.tsx'));

/** Sales and money of a season, on demand of one school (RP1.1, RP1.2). */
export function OverviewReports() {
  const { text, change } = useListQuery();
  const [season, school] = [text('season'), text('school')];
  const overview = useItems(
    readOverview,
    { query: { ...(/^\d+$/.test(season) && { season }), ...(school && { school }) } },
    { placeholderData: keepPreviousData },
  );
  return (
    <section aria-labelledby="reports" className="mt-10">
      <h2 id="reports" className="mb-3 text-xl font-bold">
        {m.office_overview_reports()}
      </h2>
      <Loaded query={overview} loading={m.office_loading()}>
        {([facts]) =>
          facts?.season ? (
            <>
              <div className="mb-4 grid gap-4 sm:grid-cols-2 lg:max-w-form print:hidden">
                <SelectField
                  label={m.office_report_season()}
                  name="season"
                  value={String(facts.season.id)}
                  options={facts.seasons.map((one) => ({ value: String(one.id), label: one.text }))}
                  onChange={({ target }) => change('season', target.value)}
                />
                <SelectField
                  label={m.office_report_by_school()}
                  name="school"
                  value={school}
                  options={[
                    { value: '', label: m.office_overview_all_schools() },
                    ...facts.schools.map((one) => ({ value: one.path, label: one.text })),
                  ]}
                  onChange={({ target }) => change('school', target.value)}
                />
              </div>
              <Suspense fallback={<Skeleton label={m.office_loading()} lines={8} />}>
                <OverviewCharts facts={facts} />
              </Suspense>
            </>
          ) : null
        }
      </Loaded>
    </section>
  );
}
