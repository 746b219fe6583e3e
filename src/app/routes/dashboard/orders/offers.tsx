import { m } from '#i18n/messages.js';
import { formatMoney } from '#kit/money.ts';
import { shownName } from '#kit/text/full-name.ts';
import { listFamilyOffers } from '#modules/orders/offers/family-offers.contract.ts';
import type { OfferResponse } from '#modules/orders/offers/offers.contract.ts';
import { useItems } from '#app/api/use-items.ts';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { plainPrice } from '#app/offers/offer-texts.ts';
import { PaymentLink } from '#app/payments/payment-link.tsx';
import { Notice } from '#app/ui/notice.tsx';

/** Open offers, and accepted ones that wait for the check (OF3.7). */
export const useOffersToShow = () => {
  const { data = [], isPending } = useItems(listFamilyOffers, { params: {} });
  return { isComing: isPending, offers: data.filter((one) => one.state === 'open' || one.is_check_awaited) };
};

function OfferNotice({ offer }: { offer: OfferResponse }) {
  const timeText = useCompanyTime();
  const amount = formatMoney(plainPrice(offer).due_today_cents);
  const waits = offer.pay_by === 'cash' ? m.contract_offer_waits_cash : m.contract_offer_waits_check;
  return (
    <Notice
      tone={offer.state === 'open' ? 'warning' : 'info'}
      title={m.contract_offer_card({
        student: shownName(offer.student),
        route: offer.line.name,
        school: offer.school.text,
      })}
    >
      <p>
        {offer.state === 'open'
          ? m.contract_offer_intro({ staff: offer.made_by, until: timeText(offer.ends_at) })
          : waits({ amount })}
      </p>
      <PaymentLink look="secondary" size="small" className="mt-3" to={`/dashboard/offers/${offer.id}`}>
        {m.contract_offer_view()}
      </PaymentLink>
    </Notice>
  );
}

export function Offers({ offers }: { offers: readonly OfferResponse[] }) {
  if (offers.length === 0) return null;
  return (
    <section aria-labelledby="family-offers" className="mb-6 grid gap-3">
      <h2 id="family-offers" className="text-lg font-bold">
        {m.contract_offers_title()}
      </h2>
      {offers.map((offer) => (
        <OfferNotice key={offer.id} offer={offer} />
      ))}
    </section>
  );
}
