import { m } from '#i18n/messages.js';
import type { OfferResponse } from '#modules/orders/offers/offers.contract.ts';
import { shownName } from '#kit/text/full-name.ts';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { Facts, type Fact } from '#app/ui/card.tsx';

const given = (label: string, value: string | null): Fact[] => (value ? [{ label, value }] : []);

/** What the contract of an offer is about. */
export function OfferFacts({ offer, more }: { offer: OfferResponse; more?: readonly Fact[] }) {
  const timeText = useCompanyTime();
  return (
    <Facts
      facts={[
        ...(more ?? []),
        { label: m.contract_summary_student(), value: shownName(offer.student) },
        { label: m.contract_school_year(), value: `${offer.school.text} · ${offer.period}` },
        { label: m.contract_offer_program(), value: offer.program.text },
        ...given(m.contract_offer_grade(), offer.grade),
        { label: m.contract_section_route(), value: offer.line.name },
        ...given(m.contract_offer_addons(), offer.addons.join(', ')),
        { label: m.contract_section_term(), value: offer.term.name },
        ...given(m.contract_offer_pickup(), offer.pickup),
        ...given(m.contract_offer_request(), offer.special_request),
        { label: m.contract_offer_made_by(), value: offer.made_by },
        ...(offer.state === 'open'
          ? [{ label: m.contract_offer_until(), value: timeText(offer.ends_at) }]
          : []),
      ]}
    />
  );
}
