import type { Preview } from '#kit/endpoint/preview-headers.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { centsFromDollars } from '#kit/money.ts';
import { sellsAs } from '#modules/accounts/rights.ts';
import { feeDayOf, type BillingContext } from '#modules/billing/billing-context.service.ts';
import { cardFeeOfDay } from '#modules/catalog/catalog.service.ts';
import { contractProductOf } from '#modules/catalog/current-catalog.service.ts';
import { catalogFor, clockFor } from '#modules/catalog/preview.service.ts';
import { routeForSale } from '#modules/catalog/routes/selling.service.ts';
import type { Quote } from '#modules/pricing/quoted-prices.ts';
import { quoteOf, type WantedContract } from './price-selection.service.ts';
import { resolveSelection } from './selection.ts';

/** Has no record: staff name and change the child in the browser alone (SE7.3). */
const MADE_UP_CHILD = { has_photo: true };

type Deps = Pick<BillingContext, 'db' | 'clock' | 'gateway'>;

/**
 * The price that a parent is told on the day of the preview (SE7.5). The child is made up; any number of a
 * sibling and any aid code count, because neither is looked up. Writes nothing: no open checkout, no guess.
 * @throws not_found for an unknown season, and the refusals of selection and price (O1, T7, C4)
 */
export async function previewQuote(
  billing: Deps,
  viewer: Viewer,
  { contract, financial_aid }: WantedContract,
  preview: Preview,
): Promise<Quote> {
  const charging = { ...billing, clock: clockFor(billing.clock, preview) };
  const catalog = await catalogFor(billing, preview);
  const day = feeDayOf(charging);
  const isStaff = sellsAs(viewer, preview);
  const selection = resolveSelection(contract, {
    sale: routeForSale(catalog, contract.route_id),
    student: MADE_UP_CHILD,
    product_id: contractProductOf(catalog).id,
    is_staff: isStaff,
    today: day.today,
    has_open_checkout: false,
  });
  const aid = financial_aid ? { amount: centsFromDollars(financial_aid.amount) } : null;
  const card_fee = cardFeeOfDay(catalog, day);
  return quoteOf(selection, aid, { isStaff, today: day.today, card_fee }).quote;
}
