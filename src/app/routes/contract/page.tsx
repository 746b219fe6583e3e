import { Navigate, useSearchParams } from 'react-router';
import { m } from '#i18n/messages.js';
import { ApiError, sentencesOf } from '#app/api/api-error.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { useIsHydrated } from '#app/shell/use-address.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Skeleton } from '#app/ui/spinner.tsx';
import { stepFrom } from './wizard/guards.ts';
import { useSchool } from './wizard/use-school.ts';
import { WizardFrame } from './wizard-frame.tsx';

export const meta = () => pageTitle(m.shell_title_contract());
export const handle = {
  // The guards need the session, except for the first step.
  needsSession: ({ search }: { search: string }) => stepFrom(new URLSearchParams(search).get('step')) > 0,
  fillsWindow: true,
};

/** The error in words for a parent (contracts.md §8). */
function reasonOf(error: unknown, path: string): string {
  if (!error) return m.contract_school_missing();
  return isUnknownPath(error) ? m.public_program_not_found({ path }) : sentencesOf(error).join(' ');
}

const isUnknownPath = (error: unknown) => error instanceof ApiError && error.status === 404;

function Broken({ error, path, retry }: { error: unknown; path: string; retry: () => void }) {
  return (
    <div className="mx-auto grid max-w-form gap-5 px-4 py-10 sm:px-8">
      <div role="alert" className="grid gap-5">
        <h1 className="text-xl font-extrabold sm:text-2xl">{m.contract_programs_problem()}</h1>
        <Notice tone="danger">{reasonOf(error, path)}</Notice>
      </div>
      <div className="flex flex-wrap gap-3">
        {Boolean(error) && !isUnknownPath(error) && <Button onClick={retry}>{m.shell_try_again()}</Button>}
        <LinkButton look="secondary" to="/">
          {m.contract_home_page()}
        </LinkButton>
      </div>
    </div>
  );
}

/** `/contract?school={path}&step={0 to 4}` (contracts.md §2). */
export default function Contract() {
  const [query] = useSearchParams();
  const path = query.get('school') ?? '';
  const state = useSchool(path);
  // A prerendered page starts with an empty draft until the session is known.
  const { isReady } = useAuth();
  const isOwn = useIsHydrated() && isReady;
  if (state.is === 'broken') return <Broken error={state.error} path={path} retry={state.retry} />;
  if (state.is === 'closed') return <Navigate to={`/${encodeURIComponent(path)}`} replace />;
  if (state.is === 'loading') {
    return <Skeleton lines={8} label={m.shell_loading()} className="mx-auto max-w-page px-4 py-10 sm:px-8" />;
  }
  return <WizardFrame key={state.school.group.id} school={state.school} isOwn={isOwn} />;
}
