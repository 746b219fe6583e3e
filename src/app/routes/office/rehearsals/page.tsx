import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { listSeasons } from '#modules/office/seasons/seasons.contract.ts';
import { listRehearsals, type Rehearsal } from '#modules/rehearsals/rehearsals.contract.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { rowLink } from '#app/lists/row-links.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { PageHead } from '#app/ui/page-head.tsx';
import { Table, type Column } from '#app/ui/table.tsx';
import { NewRehearsal } from './new-rehearsal.tsx';
import { REHEARSAL_STATE_TEXTS } from './rehearsal-texts.ts';

export const meta = () => pageTitle(m.office_title_rehearsals());

function Begun({ at }: { at: string }) {
  const timeText = useCompanyTime();
  return <span className="figures">{timeText(at)}</span>;
}

const columns: readonly Column<Rehearsal>[] = [
  {
    key: 'season',
    header: m.office_rehearsal_season(),
    narrow: 'title',
    cell: ({ id, season, settings: { seed } }) => (
      <Link
        to={`/admin/rehearsals/${id}`}
        aria-label={m.office_rehearsal_view({ season, seed })}
        className={rowLink}
      >
        {season}
      </Link>
    ),
  },
  {
    key: 'families',
    header: m.office_rehearsal_families(),
    numeric: true,
    cell: ({ settings }) => settings.families,
  },
  { key: 'seed', header: m.office_rehearsal_seed(), numeric: true, cell: ({ settings }) => settings.seed },
  {
    key: 'state',
    header: m.office_rehearsal_state(),
    cell: ({ state }) => REHEARSAL_STATE_TEXTS[state](),
  },
  { key: 'by', header: m.office_rehearsal_by(), cell: ({ by }) => by },
  { key: 'at', header: m.office_rehearsal_at(), cell: ({ begun_at }) => <Begun at={begun_at} /> },
];

function Rehearsals({ rehearsals }: { rehearsals: readonly Rehearsal[] }) {
  if (rehearsals.length === 0) return <p className="text-ink-soft">{m.office_rehearsal_none()}</p>;
  return (
    <Table
      dense
      caption={m.office_rehearsal_list()}
      columns={columns}
      rows={rehearsals}
      rowKey={({ id }) => id}
    />
  );
}

/** Staff play a drawn year on a copy of a season, and read what would come of it (RP5). */
export default function RehearsalsPage() {
  return (
    <>
      <PageHead title={m.office_title_rehearsals()} />
      <p className="mb-5 max-w-read">{m.office_rehearsal_text()}</p>
      <Loaded query={useItems(listSeasons, {})} loading={m.office_loading()}>
        {(seasons) => <NewRehearsal seasons={seasons} />}
      </Loaded>
      <Loaded query={useItems(listRehearsals, {}, { staleTime: 0 })} loading={m.office_loading()}>
        {(rehearsals) => <Rehearsals rehearsals={rehearsals} />}
      </Loaded>
    </>
  );
}
