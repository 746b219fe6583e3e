import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { readHealth, RUNNABLE_JOBS, runJobNow } from '#modules/office/health/health.contract.ts';
import type { Health, HealthJob } from '#modules/office/health/health.contract.ts';
import type { HealthKey, HealthState } from '#modules/office/health/health.states.ts';
import { call } from '#app/api/client.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { useAct } from '#app/forms/use-act.ts';
import { rowLink } from '#app/lists/row-links.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { Button } from '#app/ui/button.tsx';
import { ErrorNotice } from '#app/ui/notice.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { Table, type Column } from '#app/ui/table.tsx';
import { useToast } from '#app/ui/toast.tsx';
import { healthNames } from '#app/routes/office/health-alert.tsx';

export const meta = () => pageTitle(m.office_title_health());

type Line = Health['lines'][number];

const states: Record<HealthState, () => string> = {
  good: m.office_health_good,
  look: m.office_health_look,
  bad: m.office_health_bad,
};

const tones: Record<HealthState, string> = {
  good: 'text-green',
  look: 'text-amber',
  bad: 'text-red',
};

type Act = { job: string; label: () => string };

const [VERIFY, COMPARE, READ_EVENTS] = RUNNABLE_JOBS;

const acts: Partial<Record<HealthKey, Act>> = {
  audit: { job: VERIFY, label: m.office_health_verify },
  books: { job: COMPARE, label: m.office_health_compare },
  processor: { job: READ_EVENTS, label: m.office_health_read_events },
};

/** Runs a job in the background; a second press does nothing. */
function RunButton({ job, label, fullLabel }: { job: string; label: string; fullLabel?: string }) {
  const { isBusy, problem, act } = useAct();
  const queries = useQueryClient();
  const say = useToast();
  const run = () =>
    act(async () => {
      await call(runJobNow, { body: { job } });
      say(m.office_health_run_done());
      await queries.invalidateQueries();
    });
  return (
    <span className="grid justify-items-start gap-2">
      <Button look="secondary" size="small" busy={isBusy} aria-label={fullLabel} onClick={() => void run()}>
        {label}
      </Button>
      <ErrorNotice text={problem} />
    </span>
  );
}

function ToDo({ line: { key, sentence } }: { line: Line }) {
  const act = acts[key];
  return (
    <span className="grid justify-items-start gap-2">
      <span>{sentence ?? m.office_none()}</span>
      {act && <RunButton job={act.job} label={act.label()} />}
      {key === 'mail' && (
        <Link to="/admin/mails" className={rowLink}>
          {m.office_health_see_mails()}
        </Link>
      )}
    </span>
  );
}

function Since({ at }: { at: string | null }) {
  const timeText = useCompanyTime();
  return <span>{at === null ? m.office_none() : timeText(at)}</span>;
}

const columns: readonly Column<Line>[] = [
  {
    key: 'line',
    header: m.office_health_column_line(),
    narrow: 'title',
    cell: ({ key }) => <b>{healthNames[key]()}</b>,
  },
  {
    key: 'state',
    header: m.office_mails_column_state(),
    cell: ({ state }) => <b className={tones[state]}>{states[state]()}</b>,
  },
  { key: 'since', header: m.office_health_column_since(), cell: ({ since }) => <Since at={since} /> },
  { key: 'value', header: m.office_health_column_value(), cell: ({ value }) => value },
  { key: 'to_do', header: m.office_health_column_to_do(), cell: (line) => <ToDo line={line} /> },
];

const jobColumns: readonly Column<HealthJob>[] = [
  {
    key: 'name',
    header: m.office_health_column_job(),
    narrow: 'title',
    cell: ({ name }) => <b>{name}</b>,
  },
  {
    key: 'state',
    header: m.office_mails_column_state(),
    cell: ({ is_dead }) =>
      is_dead ? <b className="text-red">{m.office_health_job_dead()}</b> : m.office_health_good(),
  },
  { key: 'waiting', header: m.office_health_column_waiting(), cell: ({ waiting }) => String(waiting) },
  { key: 'running', header: m.office_health_column_running(), cell: ({ running }) => String(running) },
  { key: 'failed', header: m.office_health_column_failed(), cell: ({ failed }) => String(failed) },
  { key: 'next', header: m.office_health_column_next(), cell: ({ next_at }) => <Since at={next_at} /> },
  {
    key: 'run',
    header: m.office_health_column_to_do(),
    cell: ({ name, is_dead }) =>
      is_dead ? (
        <RunButton
          job={name}
          label={m.office_health_run()}
          fullLabel={m.office_health_run_of({ job: name })}
        />
      ) : (
        m.office_none()
      ),
  },
];

/** The state of the portal, with what to do (HE1, MO4, MO8). */
export default function HealthPage() {
  return (
    <>
      <PageHead title={m.office_title_health()} />
      <Loaded query={useItems(readHealth, {})} loading={m.office_loading()}>
        {([health]) => (
          <>
            <Table
              hideCaption
              caption={m.office_title_health()}
              columns={columns}
              rows={health?.lines ?? []}
              rowKey={({ key }) => key}
            />
            <h2 className="mt-8 mb-3 text-xl font-extrabold">{m.office_health_key_jobs()}</h2>
            <Table
              dense
              hideCaption
              caption={m.office_health_key_jobs()}
              columns={jobColumns}
              rows={health?.jobs ?? []}
              rowKey={({ name }) => name}
            />
          </>
        )}
      </Loaded>
    </>
  );
}
