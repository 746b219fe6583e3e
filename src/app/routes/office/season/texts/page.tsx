import { Link, useParams } from 'react-router';
import { m } from '#i18n/messages.js';
import { readSeasonBoard } from '#modules/office/seasons/board.contract.ts';
import { textAddress } from '#modules/catalog/text-address.ts';
import { listSeasonTexts, type SeasonText } from '#modules/catalog/texts/texts.contract.ts';
import { isNotFound } from '#app/api/api-error.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { rowLink } from '#app/lists/row-links.tsx';
import { BackLink, useKeptFilters } from '#app/lists/way-back.tsx';
import { ToNotFound } from '#app/orders/use-order.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { Table, type Column } from '#app/ui/table.tsx';
import { contractsText, placeName, textName } from './text-names.ts';

export const meta = () => pageTitle(m.office_title_season_texts());

function State({ text: { number, draft } }: { text: SeasonText }) {
  const timeText = useCompanyTime();
  return (
    <>
      <b className="block whitespace-nowrap">
        {number === null ? m.office_texts_none_yet() : m.office_texts_in_force()}
      </b>
      {draft && (
        <span className="block text-sm">
          {m.office_texts_draft_by({ by: draft.saved_by, at: timeText(draft.saved_at) })}
        </span>
      )}
    </>
  );
}

function Changed({ text: { changed_at, changed_by } }: { text: SeasonText }) {
  const timeText = useCompanyTime();
  if (!changed_at) return <span>{m.office_none()}</span>;
  const at = timeText(changed_at);
  return <span>{changed_by ? m.office_texts_by({ by: changed_by, at }) : at}</span>;
}

const columns: readonly Column<SeasonText>[] = [
  {
    key: 'text',
    header: m.office_texts_column_text(),
    narrow: 'title',
    cell: (text) => (
      <Link
        to={textAddress(text)}
        data-row
        aria-label={m.office_text_title({ text: textName(text), place: placeName(text) })}
        className={`${rowLink} font-semibold`}
      >
        {textName(text)}
      </Link>
    ),
  },
  {
    key: 'school',
    header: m.office_texts_column_school(),
    cell: ({ school, owner, is_of_all_seasons }) => (
      <>
        <bdi className="block">{school ?? owner}</bdi>
        {is_of_all_seasons && (
          <span className="block text-sm text-ink-soft">{m.office_texts_all_seasons()}</span>
        )}
      </>
    ),
  },
  {
    key: 'program',
    header: m.office_texts_column_program(),
    cell: ({ program, route }) => [program, route].filter(Boolean).join(' · ') || m.office_none(),
  },
  { key: 'words', header: m.office_texts_column_words(), numeric: true, cell: ({ words }) => words },
  {
    key: 'version',
    header: m.office_texts_column_version(),
    numeric: true,
    cell: ({ number }) => number ?? m.office_none(),
  },
  { key: 'state', header: m.office_texts_column_state(), cell: (text) => <State text={text} /> },
  { key: 'changed', header: m.office_texts_column_changed(), cell: (text) => <Changed text={text} /> },
  {
    key: 'signed',
    header: m.office_texts_column_signed(),
    numeric: true,
    cell: ({ signed_by }) => contractsText(signed_by),
  },
];

/** Every text of a school year in one table (SE4.1). */
export default function SeasonTexts() {
  useKeptFilters();
  const { season_id = '' } = useParams();
  const texts = useItems(listSeasonTexts, { params: { id: season_id } });
  const board = useItems(readSeasonBoard, { params: { id: season_id } });
  if (isNotFound(texts.error)) return <ToNotFound />;
  const season = board.data?.[0]?.season.text;
  const title = season ? m.office_texts_of({ season }) : m.office_title_season_texts();
  return (
    <>
      <BackLink to={`/admin/seasons/${season_id}`} text={m.office_texts_back()} />
      <PageHead title={title} />
      <Loaded query={texts} loading={m.office_loading()}>
        {(rows) =>
          rows.length > 0 ? (
            <Table
              dense
              hideCaption
              caption={title}
              columns={columns}
              rows={rows}
              rowKey={({ kind, id, field }) => `${kind}:${id}:${field}`}
            />
          ) : (
            <EmptyState title={m.office_texts_none()}>{m.office_texts_none_text()}</EmptyState>
          )
        }
      </Loaded>
    </>
  );
}
