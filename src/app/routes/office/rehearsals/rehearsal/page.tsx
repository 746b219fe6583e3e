import { useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { m } from '#i18n/messages.js';
import { formatDate, formatDateWithWeekday } from '#kit/plain-date.ts';
import {
  readRehearsal,
  stopRehearsal,
  type Rehearsal,
  type RehearsalWithReport,
} from '#modules/rehearsals/rehearsals.contract.ts';
import { isNotFound } from '#app/api/api-error.ts';
import { call } from '#app/api/client.ts';
import { LoadedPage } from '#app/api/loaded.tsx';
import { itemsKey, useItems } from '#app/api/use-items.ts';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { ActButton } from '#app/forms/act-button.tsx';
import { BackLink } from '#app/lists/way-back.tsx';
import { ToNotFound } from '#app/orders/use-order.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { Card, Facts } from '#app/ui/card.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { REHEARSAL_STATE_TEXTS } from '#app/routes/office/rehearsals/rehearsal-texts.ts';
import { RehearsalReport } from './report.tsx';

export const meta = () => pageTitle(m.office_title_rehearsals());

const ASKED_EVERY_MS = 2_000;

function RehearsalFacts({ rehearsal }: { rehearsal: Rehearsal }) {
  const timeText = useCompanyTime();
  const { season, settings, state, by, begun_at, ended_at } = rehearsal;
  return (
    <Card className="mb-6">
      <Facts
        facts={[
          { label: m.office_rehearsal_season(), value: season },
          { label: m.office_rehearsal_settings(), value: m.office_rehearsal_settings_value(settings) },
          { label: m.office_rehearsal_shares(), value: m.office_rehearsal_shares_value(settings) },
          { label: m.office_rehearsal_state(), value: REHEARSAL_STATE_TEXTS[state]() },
          { label: m.office_rehearsal_by(), value: by },
          { label: m.office_rehearsal_at(), value: timeText(begun_at) },
          ...(ended_at ? [{ label: m.office_rehearsal_ended(), value: timeText(ended_at) }] : []),
        ]}
      />
    </Card>
  );
}

function useStop({ id }: Rehearsal) {
  const queries = useQueryClient();
  return async () => {
    try {
      await call(stopRehearsal, { params: { id } });
    } finally {
      await queries.invalidateQueries({ queryKey: itemsKey(readRehearsal) });
    }
  };
}

function Playing({ rehearsal }: { rehearsal: Rehearsal }) {
  const stop = useStop(rehearsal);
  const { progress } = rehearsal;
  return (
    <>
      <Notice
        role="status"
        title={
          progress
            ? m.office_rehearsal_day({ day: formatDateWithWeekday(progress.day) })
            : m.office_rehearsal_opening()
        }
      >
        {progress && m.office_rehearsal_progress({ ...progress, thru: formatDate(progress.thru) })}
      </Notice>
      <div className="mt-4">
        <ActButton label={m.office_rehearsal_stop()} act={stop} />
      </div>
    </>
  );
}

function Outcome({ rehearsal }: { rehearsal: RehearsalWithReport }) {
  const { state, report, settings } = rehearsal;
  if (state === 'playing') return <Playing rehearsal={rehearsal} />;
  if (report) return <RehearsalReport report={report} period_id={settings.period_id} />;
  return state === 'stopped' ? (
    <p>{m.office_rehearsal_stopped_text()}</p>
  ) : (
    <Notice tone="warning" title={m.office_rehearsal_failed()}>
      {m.office_rehearsal_failed_text()}
    </Notice>
  );
}

/** A rehearsal: progress and Stop during the play, the report afterwards (RP5.4). */
export default function RehearsalPage() {
  const { rehearsal_id = '' } = useParams();
  const read = useItems(
    readRehearsal,
    { params: { id: rehearsal_id } },
    {
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.[0]?.state === 'playing' ? ASKED_EVERY_MS : false),
    },
  );
  if (isNotFound(read.error)) return <ToNotFound />;
  return (
    <LoadedPage title={m.office_title_rehearsals()} query={read} loading={m.office_loading()}>
      {([rehearsal]) =>
        rehearsal && (
          <>
            <BackLink to="/admin/rehearsals" text={m.office_title_rehearsals()} />
            <PageHead title={rehearsal.season} />
            <RehearsalFacts rehearsal={rehearsal} />
            <Outcome rehearsal={rehearsal} />
          </>
        )
      }
    </LoadedPage>
  );
}
