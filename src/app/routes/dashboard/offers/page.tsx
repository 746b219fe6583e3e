import { useParams } from 'react-router';
import { m } from '#i18n/messages.js';
import { formatMoney } from '#kit/money.ts';
import { shownName } from '#kit/text/full-name.ts';
import { readServerInfo } from '#modules/catalog/catalog.contract.ts';
import { listPaymentMethods } from '#modules/billing/methods/methods.contract.ts';
import { listFamilyOffers } from '#modules/orders/offers/family-offers.contract.ts';
import type { OfferResponse } from '#modules/orders/offers/offers.contract.ts';
import { priceIn, type Quote } from '#modules/pricing/quoted-prices.ts';
import { isNotFound } from '#app/api/api-error.ts';
import { Loaded, LoadedPage } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { lineOf } from '#app/company/company.ts';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { OfferFacts } from '#app/offers/offer-facts.tsx';
import { OfferPrice } from '#app/offers/offer-price.tsx';
import { isReceivedLater, plainPrice } from '#app/offers/offer-texts.ts';
import { ToNotFound } from '#app/orders/use-order.tsx';
import { mayLoadProcessor } from '#app/payments/payment-link.tsx';
import { useOwnDocument } from '#app/shell/own-document.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { AnswerOffer } from './answer-offer.tsx';

export const meta = () => pageTitle(m.shell_title_offer());

function Accepted({ offer }: { offer: OfferResponse }) {
  const amount = formatMoney(plainPrice(offer).due_today_cents);
  if (offer.is_check_awaited)
    return (
      <Notice tone="success" role="status" title={m.contract_offer_accepted_title()}>
        {offer.pay_by === 'cash'
          ? m.contract_offer_waits_cash({ amount })
          : m.contract_offer_waits_check({ amount })}
      </Notice>
    );
  return (
    <Notice tone="success" role="status" title={m.contract_offer_accepted_title()}>
      <LinkButton look="secondary" size="small" to={`/dashboard/orders/${offer.order_id}`}>
        {m.contract_view_order()}
      </LinkButton>
    </Notice>
  );
}

const OVER = {
  declined: m.contract_offer_declined_title,
  withdrawn: m.contract_offer_withdrawn_title,
  ended: m.contract_offer_ended_title,
  replaced: m.contract_offer_replaced_title,
};

function Over({ offer, state }: { offer: OfferResponse; state: keyof typeof OVER }) {
  return (
    <Notice tone="info" role="status" title={OVER[state]()}>
      <p>{m.contract_offer_over_text()}</p>
      {offer.decline_reason && <p>{m.contract_offer_reason({ reason: offer.decline_reason })}</p>}
      {offer.replaced_by_id && (
        <LinkButton
          look="secondary"
          size="small"
          className="mt-3"
          to={`/dashboard/offers/${offer.replaced_by_id}`}
        >
          {m.contract_offer_view_new()}
        </LinkButton>
      )}
    </Notice>
  );
}

function State({ offer }: { offer: OfferResponse }) {
  const timeText = useCompanyTime();
  if (offer.state === 'accepted') return <Accepted offer={offer} />;
  if (offer.state !== 'open') return <Over offer={offer} state={offer.state} />;
  return <p>{m.contract_offer_intro({ staff: offer.made_by, until: timeText(offer.ends_at) })}</p>;
}

function Price({ offer }: { offer: OfferResponse }) {
  const priced = plainPrice(offer);
  const credit = isReceivedLater(offer.pay_by)
    ? undefined
    : priceIn(offer.quote as Quote, 'paymentTypeCreditCard');
  return (
    <Card title={m.contract_offer_price_title()}>
      <OfferPrice priced={priced} credit={credit} />
      {priced.later.length > 0 && (
        <p className="mt-3 text-sm text-ink-soft">{m.contract_offer_later_how()}</p>
      )}
    </Card>
  );
}

function Answer({ offer }: { offer: OfferResponse }) {
  const methods = useItems(listPaymentMethods, {});
  const info = useItems(readServerInfo, {});
  return (
    <Loaded query={methods} loading={m.contract_offer_loading()}>
      {(saved) => (
        <Loaded query={info} loading={m.contract_offer_loading()}>
          {([now]) => <AnswerOffer key={offer.id} offer={offer} methods={saved} info={now!} />}
        </Loaded>
      )}
    </Loaded>
  );
}

function OfferPage({ offer }: { offer: OfferResponse }) {
  return (
    <div data-line={lineOf(offer.school.path)}>
      <PageHead title={m.contract_offer_title({ student: shownName(offer.student) })} />
      <div className="grid max-w-form gap-4">
        <State offer={offer} />
        {offer.note && (
          <Notice tone="info" title={m.contract_offer_note_title()}>
            <p className="whitespace-pre-line wrap-anywhere">{offer.note}</p>
          </Notice>
        )}
        <Card title={m.contract_section_order()}>
          <OfferFacts offer={offer} />
        </Card>
        <Price offer={offer} />
        {offer.state === 'open' && <Answer offer={offer} />}
      </div>
    </div>
  );
}

/** A contract that staff have made ready: the family reads, accepts or declines it (OF3.6). */
export default function Offer() {
  const isOwn = useOwnDocument(mayLoadProcessor);
  const { offer_id = '' } = useParams();
  const isNumber = /^\d+$/.test(offer_id);
  const query = useItems(listFamilyOffers, { params: { id: offer_id } }, { enabled: isNumber });
  if (!isNumber || isNotFound(query.error)) return <ToNotFound />;
  if (!isOwn) return <Spinner label={m.contract_offer_loading()} className="min-h-96" />;
  return (
    <LoadedPage query={query} title={m.shell_title_offer()} loading={m.contract_offer_loading()}>
      {([offer]) => offer && <OfferPage offer={offer} />}
    </LoadedPage>
  );
}
