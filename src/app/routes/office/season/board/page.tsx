import { useLocation, useParams } from 'react-router';
import { m } from '#i18n/messages.js';
import { formatDate } from '#kit/plain-date.ts';
import type { CheckAnswer } from '#modules/catalog/checks/checks.contract.ts';
import { readSeasonBoard, type Board } from '#modules/office/seasons/board.contract.ts';
import { isNotFound } from '#app/api/api-error.ts';
import { Loaded, LoadedPage } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { BackLink } from '#app/lists/way-back.tsx';
import { ToNotFound } from '#app/orders/use-order.tsx';
import { ArrangeObjects } from '#app/routes/office/season/arrange-objects.tsx';
import { FoldedChecks, useChecks } from '#app/routes/office/season/checks/season-checks.tsx';
import { NewObjects } from '#app/routes/office/season/object-link.tsx';
import { ExportSeasons } from '#app/routes/office/season/import/export-seasons.tsx';
import { ObjectSheet } from '#app/routes/office/season/objects/object-sheet.tsx';
import { PublishSeason } from '#app/routes/office/season/publish-season.tsx';
import { SeeAsParent } from '#app/routes/office/season/see-as-parent.tsx';
import { seasonStateText } from '#app/routes/office/season/season-texts.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { Card, Facts } from '#app/ui/card.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { standingOf } from './board-checks.ts';
import { BoardFilters, NothingOnBoard } from './board-filters.tsx';
import { shownSchools } from './board-view.ts';
import { SchoolSection } from './school-section.tsx';
import { timeLineOf } from './time-line.ts';
import { useBoardQuery, type BoardQuery } from './use-board-query.ts';

export const meta = () => pageTitle(m.office_title_board());

const seatsTaken = ({ schools }: Board): number =>
  schools
    .flatMap(({ programs }) => programs)
    .flatMap(({ routes }) => routes)
    .reduce((n, { seats }) => n + seats.taken, 0);

function SeasonFacts({ board: { season, today } }: { board: Board }) {
  const { starts_on, ends_on, first_day_of_school, state, schools, schools_selling } = season;
  return (
    <Card className="mb-4">
      <Facts
        facts={[
          { label: m.office_season_column_state(), value: <b>{seasonStateText(state)}</b> },
          {
            label: m.office_season_column_days(),
            value: m.office_season_days({ from: formatDate(starts_on), thru: formatDate(ends_on) }),
          },
          {
            label: m.office_board_first_day(),
            value: first_day_of_school ? formatDate(first_day_of_school) : m.office_none(),
          },
          {
            label: m.office_season_column_schools(),
            value: m.office_season_of({ n: schools_selling, all: schools }),
          },
          { label: m.office_season_column_routes(), value: season.routes },
          { label: m.office_board_day_today(), value: formatDate(today) },
        ]}
      />
    </Card>
  );
}

type SchoolsProps = Omit<BoardQuery, 'change'> & { board: Board; checks: readonly CheckAnswer[] };

function Schools({ board, checks, filters, ...folds }: SchoolsProps) {
  const standing = standingOf(checks);
  const schools = shownSchools(board.schools, filters, standing);
  const shown = { line: timeLineOf(board), today: board.today, checks: standing };
  return (
    <>
      {schools.length === 0 && <NothingOnBoard board={board} filters={filters} />}
      {schools.map((school) => (
        <SchoolSection key={school.id} school={school} {...shown} {...folds} />
      ))}
    </>
  );
}

function Sections({ board }: { board: Board }) {
  const { change, ...query } = useBoardQuery();
  const checks = useChecks(String(board.season.id));
  const line = timeLineOf(board);
  const schoolsWith = (all: readonly CheckAnswer[]) => <Schools board={board} checks={all} {...query} />;
  return (
    <>
      <BoardFilters board={board} filters={query.filters} change={change} />
      <p className="mb-4 text-sm text-ink-soft">
        {m.office_board_line({
          from: formatDate(line.from),
          thru: formatDate(line.thru),
          today: formatDate(board.today),
        })}
      </p>
      {query.filters.show === 'checks' ? (
        <Loaded query={checks} loading={m.office_checks_loading()}>
          {schoolsWith}
        </Loaded>
      ) : (
        schoolsWith(checks.data ?? [])
      )}
    </>
  );
}

function WholeBoard({ board }: { board: Board }) {
  const { season } = board;
  const mayWrite = useRight('season_write');
  // The filters of the board go along.
  const { search } = useLocation();
  return (
    <>
      <PageHead
        title={season.text}
        actions={
          <>
            <SeeAsParent name={season.text} />
            <ArrangeObjects text={m.office_arrange_schools()} kind="program_group" items={board.schools} />
            <LinkButton look="secondary" to={`/admin/seasons/${season.id}/texts`}>
              {m.office_title_season_texts()}
            </LinkButton>
            {mayWrite && (
              <>
                <LinkButton look="secondary" to={{ pathname: 'many', search }}>
                  {m.office_title_many()}
                </LinkButton>
                <LinkButton look="secondary" to="roll-over">
                  {m.office_title_roll_over()}
                </LinkButton>
              </>
            )}
            <PublishSeason season={season} hasSold={seatsTaken(board) > 0} />
            <ExportSeasons label={m.office_export_one()} periodId={season.id} />
          </>
        }
      />
      <SeasonFacts board={board} />
      <div className="mb-4">
        <FoldedChecks season_id={String(season.id)} />
      </div>
      <Sections board={board} />
      <NewObjects parent={season.id} kinds={['period_group', 'period_program']} of={season.text} />
    </>
  );
}

/** A season with its schools, programs and routes (SE1.3). */
export default function SeasonBoard() {
  const { season_id = '' } = useParams();
  const board = useItems(readSeasonBoard, { params: { id: season_id } });
  if (isNotFound(board.error)) return <ToNotFound />;
  return (
    <>
      <BackLink to="/admin/seasons" text={m.office_board_back()} />
      <LoadedPage query={board} title={m.office_title_board()} loading={m.office_loading()}>
        {([found]) => found && <WholeBoard board={found} />}
      </LoadedPage>
      <ObjectSheet />
    </>
  );
}
