import { useParams } from 'react-router';
import { m } from '#i18n/messages.js';
import { readSeasonBoard, type Board } from '#modules/office/seasons/board.contract.ts';
import { isNotFound } from '#app/api/api-error.ts';
import { LoadedPage } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { BackLink } from '#app/lists/way-back.tsx';
import { ToNotFound } from '#app/orders/use-order.tsx';
import type { Elements } from '#app/ui/elements.ts';
import { Notice } from '#app/ui/notice.tsx';
import { PageHead } from '#app/ui/page-head.tsx';

function ReadOnly({ title }: { title: string }) {
  return (
    <>
      <PageHead title={title} />
      <Notice>{m.office_object_read_only()}</Notice>
    </>
  );
}

type SeasonWorkProps = {
  /** before the season is known */
  title: string;
  children: (board: Board) => Elements;
};

/** A page that changes the season of the address, with a way back to the board; others read why not. */
export function SeasonWork({ title, children }: SeasonWorkProps) {
  const { season_id = '' } = useParams();
  const board = useItems(readSeasonBoard, { params: { id: season_id } });
  const mayWrite = useRight('season_write');
  if (isNotFound(board.error)) return <ToNotFound />;
  return (
    <>
      <BackLink to={`/admin/seasons/${season_id}`} text={m.office_many_back()} />
      <LoadedPage query={board} title={title} loading={m.office_loading()}>
        {([found]) => found && (mayWrite ? children(found) : <ReadOnly title={title} />)}
      </LoadedPage>
    </>
  );
}
