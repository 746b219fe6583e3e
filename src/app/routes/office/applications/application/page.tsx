import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { m } from '#i18n/messages.js';
import {
  listApplications,
  markApplication,
  readApplication,
  releaseApplication,
  type ApplicationState,
  type StoredApplication,
} from '#modules/careers/inbox.contract.ts';
import { isNotFound } from '#app/api/api-error.ts';
import { ToNotFound } from '#app/orders/use-order.tsx';
import { call } from '#app/api/client.ts';
import { itemsKey, useItems } from '#app/api/use-items.ts';
import { LoadedPage } from '#app/api/loaded.tsx';
import { BackLink } from '#app/lists/way-back.tsx';
import { useAct } from '#app/forms/use-act.ts';
import { PageHead } from '#app/ui/page-head.tsx';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { Button } from '#app/ui/button.tsx';
import { ErrorNotice, Notice } from '#app/ui/notice.tsx';
import { useToast } from '#app/ui/toast.tsx';
import { ContactCard, ExperienceCard, JobCard, NotesCard, PrivateCard } from './application-sections.tsx';

export const meta = () => pageTitle(m.office_title_application());

function useActs(id: number) {
  const queries = useQueryClient();
  const { isBusy, problem, act: attempt } = useAct();
  const refreshList = () => queries.invalidateQueries({ queryKey: itemsKey(listApplications) });
  const refresh = async () => {
    await Promise.all([refreshList(), queries.invalidateQueries({ queryKey: itemsKey(readApplication) })]);
  };
  const act = (work: () => Promise<unknown>, after: () => unknown = refresh) =>
    attempt(async () => {
      await work();
      await after();
    });
  const mark = (state: ApplicationState) => call(markApplication, { params: { id }, body: { state } });
  return { problem, isBusy, refresh, refreshList, act, mark };
}

type Acts = ReturnType<typeof useActs>;

function Actions({ application: { state }, acts }: { application: StoredApplication; acts: Acts }) {
  const navigate = useNavigate();
  // The page would mark the application as read again.
  const leave = async () => {
    await acts.refreshList();
    await navigate('/admin/applications');
  };
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {state === 'handled' ? (
        <Button look="secondary" busy={acts.isBusy} onClick={() => void acts.act(() => acts.mark('read'))}>
          {m.office_application_reopen()}
        </Button>
      ) : (
        <>
          <Button busy={acts.isBusy} onClick={() => void acts.act(() => acts.mark('handled'))}>
            {m.office_application_handle()}
          </Button>
          <Button
            look="secondary"
            disabled={acts.isBusy}
            onClick={() => void acts.act(() => acts.mark('new'), leave)}
          >
            {m.office_application_unread()}
          </Button>
        </>
      )}
      <Button look="secondary" icon="print" onClick={() => window.print()}>
        {m.office_application_print()}
      </Button>
    </div>
  );
}

function Trapped({ id, acts }: { id: number; acts: Acts }) {
  const say = useToast();
  const release = () =>
    acts.act(async () => {
      await call(releaseApplication, { params: { id } });
      say(m.office_application_released());
    });
  return (
    <Notice tone="warning" title={m.office_application_trapped()} className="mb-4 print:hidden">
      <p>{m.office_application_trapped_text()}</p>
      <Button look="secondary" className="mt-3" busy={acts.isBusy} onClick={() => void release()}>
        {m.office_application_release()}
      </Button>
    </Notice>
  );
}

function ReceivedLine({ application: { created_at, handled } }: { application: StoredApplication }) {
  const timeText = useCompanyTime();
  return (
    <p className="figures -mt-3 mb-4 text-ink-soft">
      {[
        m.office_application_received({ at: timeText(created_at) }),
        handled && m.office_application_handled({ at: timeText(handled.at), by: handled.by }),
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>
  );
}

function useMarkRead({ id, state }: StoredApplication, { mark, refreshList }: Acts): void {
  useEffect(() => {
    if (state === 'new') mark('read').then(refreshList, () => undefined);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id]);
}

function ApplicationPage({ application }: { application: StoredApplication }) {
  const { id, name } = application;
  const acts = useActs(id);
  useMarkRead(application, acts);
  return (
    <>
      <PageHead
        title={name}
        actions={!application.is_trapped && <Actions application={application} acts={acts} />}
      />
      <ReceivedLine application={application} />
      <ErrorNotice text={acts.problem} className="mb-4" />
      {application.is_trapped && <Trapped id={id} acts={acts} />}
      <div className="grid items-start gap-4 lg:grid-cols-3 print:block print:space-y-3">
        <ContactCard application={application} />
        <JobCard application={application} />
        <PrivateCard application={application} />
        <div className="min-w-0 lg:col-span-2">
          <ExperienceCard application={application} />
        </div>
        <NotesCard application={application} onChange={acts.refresh} />
      </div>
    </>
  );
}

export default function Application() {
  const { application_id = '' } = useParams();
  // Each read writes a row of the audit log; a focused window must not cause another read.
  const query = useItems(
    readApplication,
    { params: { id: application_id } },
    { refetchOnWindowFocus: false },
  );
  if (isNotFound(query.error)) return <ToNotFound />;
  return (
    <>
      <BackLink to="/admin/applications" text={m.office_applications_all()} />
      <LoadedPage query={query} title={m.office_title_application()} loading={m.office_loading()}>
        {([application]) => application && <ApplicationPage application={application} />}
      </LoadedPage>
    </>
  );
}
