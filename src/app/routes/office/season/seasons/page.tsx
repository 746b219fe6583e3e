import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { formatDate } from '#kit/plain-date.ts';
import { listSeasons, type SeasonRow } from '#modules/office/seasons/seasons.contract.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { useAllowed, useRight } from '#app/auth/use-auth.ts';
import { rowLink } from '#app/lists/row-links.tsx';
import { useKeptFilters } from '#app/lists/way-back.tsx';
import { ChecksLink } from '#app/routes/office/season/checks/season-checks.tsx';
import { ObjectLink } from '#app/routes/office/season/object-link.tsx';
import { ExportSeasons } from '#app/routes/office/season/import/export-seasons.tsx';
import { ObjectSheet } from '#app/routes/office/season/objects/object-sheet.tsx';
import { PublishSeason } from '#app/routes/office/season/publish-season.tsx';
import { RemoveDraft } from './remove-draft.tsx';
import { seasonStateText } from '#app/routes/office/season/season-texts.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Money } from '#app/ui/money.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { Table, type Column } from '#app/ui/table.tsx';

export const meta = () => pageTitle(m.office_title_seasons());

const columns: readonly Column<SeasonRow>[] = [
  {
    key: 'season',
    header: m.office_season_column_name(),
    narrow: 'title',
    cell: ({ id, name, text }) => (
      <>
        <Link to={`/admin/seasons/${id}`} data-row className={`${rowLink} font-semibold`}>
          {text}
        </Link>
        <span className="block text-ink-soft">{name}</span>
      </>
    ),
  },
  {
    key: 'days',
    header: m.office_season_column_days(),
    cell: ({ starts_on, ends_on }) =>
      m.office_season_days({ from: formatDate(starts_on), thru: formatDate(ends_on) }),
  },
  {
    key: 'state',
    header: m.office_season_column_state(),
    cell: ({ state }) => <b>{seasonStateText(state)}</b>,
  },
  {
    key: 'schools',
    header: m.office_season_column_schools(),
    numeric: true,
    cell: ({ schools, schools_selling }) => m.office_season_of({ n: schools_selling, all: schools }),
  },
  { key: 'routes', header: m.office_season_column_routes(), numeric: true, cell: ({ routes }) => routes },
  {
    key: 'contracts',
    header: m.office_season_column_contracts(),
    numeric: true,
    cell: ({ contracts }) => contracts,
  },
  {
    key: 'seats',
    header: m.office_season_column_seats(),
    numeric: true,
    cell: ({ seats_taken, capacity }) =>
      capacity === null ? seats_taken : m.office_season_of({ n: seats_taken, all: capacity }),
  },
  {
    key: 'revenue',
    right: 'money',
    header: m.office_season_column_revenue(),
    numeric: true,
    cell: ({ revenue_cents }) => <Money amount={revenue_cents} />,
  },
  {
    key: 'checks',
    header: m.office_title_checks(),
    // A season that is over is not checked.
    cell: ({ id, state }) => (state === 'ended' ? m.office_none() : <ChecksLink season_id={String(id)} />),
  },
  {
    key: 'acts',
    header: m.office_season_column_acts(),
    cell: (season) => (
      <span className="flex flex-wrap gap-2">
        <PublishSeason season={season} hasSold={season.seats_taken > 0} />
        {season.state !== 'ended' && (
          <WorkLink season={season} path="many" text={m.office_title_many()} label={m.office_many_title_in} />
        )}
        <WorkLink
          season={season}
          path="roll-over"
          text={m.office_title_roll_over()}
          label={m.office_roll_over_of}
        />
        <ExportSeasons label={m.office_export_one()} periodId={season.id} season={season.text} />
        {season.state === 'draft' && <RemoveDraft season={season} />}
      </span>
    ),
  },
];

type WorkProps = {
  season: SeasonRow;
  /** of a page below the board */
  path: string;
  text: string;
  label: (of: { season: string }) => string;
};

function WorkLink({ season: { id, text: season }, path, text, label }: WorkProps) {
  return (
    <LinkButton
      look="secondary"
      size="small"
      to={`/admin/seasons/${id}/${path}`}
      aria-label={label({ season })}
    >
      {text}
    </LinkButton>
  );
}

/** Every season, the newest first (SE1.1). */
export default function Seasons() {
  useKeptFilters();
  const seasons = useItems(listSeasons, {});
  const allowed = useAllowed(columns);
  const mayWrite = useRight('season_write');
  return (
    <>
      <PageHead
        title={m.office_title_seasons()}
        actions={
          mayWrite && (
            <>
              <ObjectLink isButton kind="period">
                {m.office_object_new({ kind: m.catalog_kind_period() })}
              </ObjectLink>
              <LinkButton look="secondary" size="small" to="/admin/seasons/import">
                {m.office_title_import()}
              </LinkButton>
            </>
          )
        }
      />
      <Loaded query={seasons} loading={m.office_loading()}>
        {(rows) =>
          rows.length > 0 ? (
            <Table
              dense
              hideCaption
              caption={m.office_title_seasons()}
              columns={allowed.filter(({ key }) => key !== 'acts' || mayWrite)}
              rows={rows}
              rowKey={({ id }) => id}
            />
          ) : (
            <EmptyState title={m.office_season_none()}>{m.office_season_none_text()}</EmptyState>
          )
        }
      </Loaded>
      <ObjectSheet />
    </>
  );
}
