import { Link, useParams } from 'react-router';
import { m } from '#i18n/messages.js';
import { shownName } from '#kit/text/full-name.ts';
import { readOffer, type OfferResponse } from '#modules/orders/offers/offers.contract.ts';
import { priceIn, type Quote } from '#modules/pricing/quoted-prices.ts';
import type { OfferPayer } from '#modules/orders/sale-offer.states.ts';
import { isNotFound } from '#app/api/api-error.ts';
import { LoadedPage } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { OrderLink, rowLink } from '#app/lists/row-links.tsx';
import { BackLink } from '#app/lists/way-back.tsx';
import { OfferFacts } from '#app/offers/offer-facts.tsx';
import { OfferPrice } from '#app/offers/offer-price.tsx';
import { isReceivedLater, plainPrice } from '#app/offers/offer-texts.ts';
import { offerStateText } from '#modules/orders/offer-state-texts.ts';
import { ToNotFound } from '#app/orders/use-order.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { Card, Facts, type Fact } from '#app/ui/card.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { OfferActs } from './offer-acts.tsx';

export const meta = () => pageTitle(m.office_title_offer());

const PAY_BY: Record<OfferPayer, () => string> = {
  family: m.office_offer_pay_family,
  method: m.office_offer_pay_method,
  check: m.office_offer_pay_check,
  cash: m.office_offer_pay_cash,
};

const given = (label: string, value: string | null): Fact[] => (value ? [{ label, value }] : []);

function StaffFacts({ offer }: { offer: OfferResponse }) {
  const { family } = offer;
  return (
    <Facts
      className="mt-3 border-t border-hair pt-3"
      facts={[
        { label: m.office_offer_pay_by(), value: PAY_BY[offer.pay_by]() },
        ...given(m.office_offer_note(), offer.note),
        ...given(m.office_offer_reason(), offer.decline_reason),
        ...(offer.order_id && !offer.is_check_awaited
          ? [{ label: m.office_offer_order(), value: <OrderLink id={offer.order_id} /> }]
          : []),
        {
          label: m.office_offer_family(),
          value: (
            <Link to={`/admin/users/parents/${family.id}`} className={rowLink}>
              {shownName(family)}
            </Link>
          ),
        },
      ]}
    />
  );
}

function OfferPage({ offer }: { offer: OfferResponse }) {
  const credit = isReceivedLater(offer.pay_by)
    ? undefined
    : priceIn(offer.quote as Quote, 'paymentTypeCreditCard');
  return (
    <>
      <PageHead title={m.office_offer_heading({ id: offer.id, name: shownName(offer.family) })} />
      <div className="grid items-start gap-4 lg:grid-cols-[3fr_2fr]">
        <Card title={offerStateText(offer.state)}>
          <OfferFacts offer={offer} />
          <StaffFacts offer={offer} />
        </Card>
        <Card title={m.contract_offer_price_title()}>
          <OfferPrice priced={plainPrice(offer)} credit={credit} />
        </Card>
        <div className="grid gap-4 lg:col-span-2">
          <OfferActs offer={offer} />
        </div>
      </div>
    </>
  );
}

export default function Offer() {
  const { offer_id = '' } = useParams();
  const query = useItems(readOffer, { params: { id: offer_id } });
  if (isNotFound(query.error)) return <ToNotFound />;
  return (
    <>
      <BackLink to="/admin/offers" text={m.office_back_to_offers()} />
      <LoadedPage query={query} title={m.office_title_offer()} loading={m.office_offers_loading()}>
        {([offer]) => offer && <OfferPage offer={offer} />}
      </LoadedPage>
    </>
  );
}
