import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { cents } from '#kit/money.ts';
import { shownName } from '#kit/text/full-name.ts';
import {
  listOffers,
  OFFER_SHOWS,
  type OfferListRow,
  type OfferShow,
} from '#modules/orders/offers/offers.contract.ts';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { ListPage } from '#app/lists/list-page.tsx';
import { rowLink } from '#app/lists/row-links.tsx';
import { SearchForm } from '#app/lists/search-form.tsx';
import { ShowField, shownChoice } from '#app/lists/show-field.tsx';
import { useList, useListQuery } from '#app/lists/use-list.ts';
import { offerStateText } from '#app/offers/offer-texts.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Money } from '#app/ui/money.tsx';
import { Table, type Column } from '#app/ui/table.tsx';

export const meta = () => pageTitle(m.office_title_offers());

const views: Record<OfferShow, () => string> = {
  open: m.office_offers_open,
  unanswered: m.office_offers_unanswered,
  accepted: m.office_offers_accepted,
  all: m.office_offers_all,
};

function Instant({ at }: { at: string }) {
  return <span className="figures">{useCompanyTime()(at)}</span>;
}

const columns: readonly Column<OfferListRow>[] = [
  {
    key: 'family',
    header: m.office_offers_column_family(),
    narrow: 'title',
    cell: (row) => (
      <Link to={`/admin/offers/${row.id}`} data-row className={`${rowLink} font-semibold`}>
        {shownName(row.family)}
      </Link>
    ),
  },
  { key: 'child', header: m.office_offers_column_child(), cell: ({ student }) => shownName(student) },
  {
    key: 'route',
    header: m.office_offers_column_route(),
    cell: ({ line, school }) => (
      <>
        <span className="block">{line}</span>
        <span className="block text-ink-soft">{school}</span>
      </>
    ),
  },
  {
    key: 'due',
    header: m.office_offers_column_due(),
    numeric: true,
    cell: ({ due_today_cents }) => <Money amount={cents(due_today_cents)} />,
  },
  { key: 'by', header: m.office_offers_column_by(), narrow: 'hidden', cell: ({ made_by }) => made_by },
  {
    key: 'sent',
    header: m.office_offers_column_sent(),
    narrow: 'hidden',
    cell: ({ made_at }) => <Instant at={made_at} />,
  },
  { key: 'ends', header: m.office_offers_column_ends(), cell: ({ ends_at }) => <Instant at={ends_at} /> },
  {
    key: 'state',
    header: m.office_offers_column_state(),
    cell: ({ state }) => <b>{offerStateText(state)}</b>,
  },
];

/** Offers to families, those that end next first (OF3.10). */
export default function Offers() {
  const { text, choice, change } = useListQuery();
  const show = choice('show', OFFER_SHOWS);
  const search = text('search');
  const offers = useList(listOffers, { show, search, sort: show === 'open' ? 'ends' : 'newest' });
  return (
    <ListPage
      title={m.office_title_offers()}
      parts={offers}
      shownFilters={[
        shownChoice({ value: show, views, choices: OFFER_SHOWS }),
        { name: 'search', label: m.office_offers_search(), text: search },
      ]}
      nothing={
        <EmptyState
          title={m.office_offers_none()}
          action={<LinkButton to="/admin/sell">{m.office_sell()}</LinkButton>}
        >
          {m.office_offers_none_text()}
        </EmptyState>
      }
      filters={
        <>
          <SearchForm
            value={search}
            label={m.office_offers_search()}
            note={m.office_offers_search_note()}
            onSearch={(words) => change('search', words)}
          />
          <ShowField value={show} views={views} choices={OFFER_SHOWS} change={change} />
          <LinkButton to="/admin/sell">{m.office_sell()}</LinkButton>
        </>
      }
    >
      {(rows) => (
        <Table hideCaption caption={views[show]()} columns={columns} rows={rows} rowKey={({ id }) => id} />
      )}
    </ListPage>
  );
}
