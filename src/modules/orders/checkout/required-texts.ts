import type { RouteForSale } from '#modules/catalog/routes/route-for-sale.ts';
import type { PaymentTypeKey } from '#modules/pricing/quoted-prices.ts';

export type AcceptanceKind = 'contract' | 'ach' | 'surge';

export type RequiredText = { kind: AcceptanceKind; html: string };

/** Source: O4, S4 */
export function requiredTexts(
  { period_program, route }: RouteForSale,
  payBy: PaymentTypeKey,
): RequiredText[] {
  const texts: RequiredText[] = [{ kind: 'contract', html: period_program.contract_text ?? '' }];
  if (payBy === 'paymentTypeAch') texts.push({ kind: 'ach', html: period_program.ach_terms });
  if (route.surge_pricing_text) texts.push({ kind: 'surge', html: route.surge_pricing_text });
  return texts;
}

type Acceptance = { kind: AcceptanceKind; text_hash: string };

/** A body without acceptances accepts the present texts (O4). */
export function isAccepted(
  required: readonly (RequiredText & { text_hash: string })[],
  sent: readonly Acceptance[] | null | undefined,
): boolean {
  if (!sent) return true;
  return required.every((text) =>
    sent.some(({ kind, text_hash }) => kind === text.kind && text_hash === text.text_hash),
  );
}

/** Other texts apply anyway; a fee charged later needs an explicit agreement (H10). */
export function isSurgeUnnamed(
  required: readonly Pick<RequiredText, 'kind'>[],
  sent: readonly Acceptance[] | null | undefined,
): boolean {
  return !sent && required.some(({ kind }) => kind === 'surge');
}
