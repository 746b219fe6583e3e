import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { createMemoryRouter, useParams } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { m } from '#i18n/messages.js';
import type { SafeStorage } from '#app/api/storage.ts';
import type { Session } from '#app/auth/session-state.ts';
import { OtherSession } from '#app/auth/use-auth.ts';
import Contract from '#app/routes/contract/page.tsx';
import { DraftStorage } from '#app/routes/contract/wizard/use-draft.ts';
import { UnsignedReason } from '#app/routes/contract/wizard/wizard-context.ts';
import ProgramHome from '#app/routes/public/program-home/page.tsx';
import { LinkButton } from '#app/ui/button.tsx';

export type PreviewRouter = ReturnType<typeof createMemoryRouter>;

/** For every other page of the portal, where links of the wizard may lead. */
function Elsewhere({ school }: { school: string }) {
  return (
    <div className="mx-auto grid max-w-form justify-items-start gap-4 px-5 py-16">
      <h1 className="text-xl font-extrabold">{m.office_preview_elsewhere()}</h1>
      <LinkButton to={`/${encodeURIComponent(school)}`}>{m.office_preview_to_school()}</LinkButton>
    </div>
  );
}

function SchoolOnly({ school }: { school: string }) {
  const { program_group_path } = useParams();
  return program_group_path === school ? <ProgramHome /> : <Elsewhere school={school} />;
}

/**
 * A router in memory, so the pages of a parent run at their own addresses, and the address of the browser
 * stays that of the preview. Begins with the page of the school, or with the wizard for a program.
 */
export function previewRouter(school: string, program: number | undefined): PreviewRouter {
  const path = encodeURIComponent(school);
  return createMemoryRouter(
    [
      { path: '/contract', element: <Contract /> },
      { path: '/:program_group_path', element: <SchoolOnly school={school} /> },
      { path: '*', element: <Elsewhere school={school} /> },
    ],
    { initialEntries: [program === undefined ? `/${path}` : `/contract?school=${path}`] },
  );
}

/** Some links load their page anew (payment-link.tsx); in a preview every link of a page stays inside. */
const staysInside = (router: PreviewRouter) => (event: MouseEvent) => {
  const link = (event.target as Element).closest('a');
  const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
  const isPage =
    link !== null &&
    link.origin === location.origin &&
    !link.pathname.startsWith('/storage/') &&
    !link.getAttribute('href')?.startsWith('#');
  if (!isPlain || !isPage) return;
  event.preventDefault();
  event.stopPropagation();
  void router.navigate(link.pathname + link.search);
};

type PreviewPagesProps = {
  router: PreviewRouter;
  session: Session;
  storage: SafeStorage;
  queries: QueryClient;
};

/** The pages of the portal itself, for the made-up family (SE7.1, SE7.3). */
export function PreviewPages({ router, session, storage, queries }: PreviewPagesProps) {
  return (
    <OtherSession value={session}>
      <DraftStorage value={storage}>
        <UnsignedReason value={m.office_preview_unsigned()}>
          <QueryClientProvider client={queries}>
            <div onClickCapture={staysInside(router)}>
              <RouterProvider router={router} />
            </div>
          </QueryClientProvider>
        </UnsignedReason>
      </DraftStorage>
    </OtherSession>
  );
}
