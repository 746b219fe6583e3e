import type { RouteForSale } from '#modules/catalog/routes/route-for-sale.ts';
import type { PaymentTypeKey } from '#modules/pricing/pricing.contract.ts';

export type AcceptanceKind = 'contract' | 'ach' | 'surge';

/** A text that signing an order accepts; `html` is exactly what was shown. */
export type RequiredText = { kind: AcceptanceKind; html: string };

/**
 * The texts that a family accepts by signing: the contract always, the terms of bank debits when it
 * pays by bank, and the surge pricing agreement where the route has one (O4, S4).
 */
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

/**
 * Whether what was accepted is what would be signed: every required text, in its present wording.
 * A body that names no acceptances signs the present texts (O4).
 */
export function isAccepted(
  required: readonly (RequiredText & { text_hash: string })[],
  sent: readonly Acceptance[] | null | undefined,
): boolean {
  if (!sent) return true;
  return required.every((text) =>
    sent.some(({ kind, text_hash }) => kind === text.kind && text_hash === text.text_hash),
  );
}

/**
 * Whether an agreement to surge pricing is due and the client has named no text. The other texts are in force
 * all the same; a fee that may come later has to be agreed to.
 * Source: H10
 */
export function isSurgeUnnamed(
  required: readonly Pick<RequiredText, 'kind'>[],
  sent: readonly Acceptance[] | null | undefined,
): boolean {
  return !sent && required.some(({ kind }) => kind === 'surge');
}
