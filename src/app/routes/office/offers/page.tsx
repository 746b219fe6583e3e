import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { shownName } from '#kit/text/full-name.ts';
import { offerList } from '#modules/orders/offers/offer-list.ts';
import { listOffers, type OfferListRow } from '#modules/orders/offers/offers.contract.ts';
import { OfficeList } from '#app/lists/office-list.tsx';
import { rowLink } from '#app/lists/row-links.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { LinkButton } from '#app/ui/button.tsx';

export const meta = () => pageTitle(m.office_title_offers());

const cells = {
  family: ({ id, family }: OfferListRow) => (
    <Link to={`/admin/offers/${id}`} data-row className={`${rowLink} font-semibold`}>
      {shownName(family)}
    </Link>
  ),
};

const sell = () => (
  <LinkButton to="/admin/sell" className="mb-4">
    {m.office_sell()}
  </LinkButton>
);

/** Offers to families, those that end next first (OF3.10). */
export default function Offers() {
  return <OfficeList list={listOffers} view={offerList} path="/admin/offers" cells={cells} above={sell} />;
}
