import { useState } from 'react';
import { m } from '#i18n/messages.js';
import { readSeasonBoard, type Board } from '#modules/office/seasons/board.contract.ts';
import { isNotFound } from '#app/api/api-error.ts';
import { LoadedPage, LoadFailedTitle } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { RequireLogin } from '#app/auth/require-login.tsx';
import { useAuth } from '#app/auth/use-auth.ts';
import { ToNotFound } from '#app/orders/use-order.tsx';
import { AllowedPage } from '#app/routes/office/allowed-page.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { UnknownUser } from '#app/shell/passing-trouble.tsx';
import { LinkButton } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { PreviewBar } from './preview-bar.tsx';
import { NO_OPTIONS } from './preview-options.tsx';
import { PreviewPortal } from './preview-portal.tsx';
import { usePreviewAddress, type PreviewAddress } from './preview-query.ts';

export const handle = { needsSession: true, waitsInside: true, fillsWindow: true, hasOwnFrame: true };
export const meta = () => pageTitle(m.office_title_preview());

type PreviewProps = {
  board: Board;
  address: PreviewAddress;
  change: (address: PreviewAddress) => void;
};

function NoSchool({ season }: Pick<Board, 'season'>) {
  return (
    <EmptyState
      title={m.office_preview_no_school({ season: season.text })}
      action={<LinkButton to={`/admin/seasons/${season.id}`}>{m.office_preview_close()}</LinkButton>}
    />
  );
}

function Preview({ board, address, change }: PreviewProps) {
  const [options, setOptions] = useState({ ...NO_OPTIONS, isOpen: address.open === true });
  const { season, today, schools } = board;
  const school = address.school ? schools.find(({ path }) => path === address.school) : schools[0];
  if (!school) return <NoSchool season={season} />;
  const on = address.on ?? today;
  const { program } = address;
  return (
    <>
      <PreviewBar
        board={board}
        school={school}
        address={{ ...address, on }}
        change={change}
        options={options}
        onOptions={setOptions}
      />
      <PreviewPortal
        key={`${season.id} ${school.id} ${program}`}
        preview={{ season_id: season.id, on }}
        school={school}
        program={program}
        options={options}
      />
    </>
  );
}

function OfSeason({ address, change }: Omit<PreviewProps, 'board'>) {
  const board = useItems(readSeasonBoard, { params: { id: address.season } });
  if (isNotFound(board.error)) return <ToNotFound />;
  return (
    <LoadedPage query={board} title={m.office_title_preview()} loading={m.office_loading()}>
      {([found]) => found && <Preview board={found} address={address} change={change} />}
    </LoadedPage>
  );
}

function Addressed() {
  const { address, change } = usePreviewAddress();
  return address ? <OfSeason address={address} change={change} /> : <ToNotFound />;
}

/**
 * A season as a parent will see it on a day (SE7). Outside of the frame of the office: nothing but the bar
 * stands around the pages of the portal.
 */
export default function PreviewPage() {
  const { isReady } = useAuth();
  return (
    <LoadFailedTitle value={m.office_load_failed}>
      <main id="content" tabIndex={-1} className="flex-1">
        {isReady ? (
          <RequireLogin>
            <UnknownUser isPage={false} />
            <AllowedPage>
              <Addressed />
            </AllowedPage>
          </RequireLogin>
        ) : (
          <Spinner label={m.shell_loading()} className="min-h-96" />
        )}
      </main>
    </LoadFailedTitle>
  );
}
