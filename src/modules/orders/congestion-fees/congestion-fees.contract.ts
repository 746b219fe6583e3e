import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { requiredText } from '#kit/rules/fields.ts';
import { dayShape, idShape, keyHeaders } from '#kit/endpoint/wire.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { congestionFeeShape, PAID_FEES } from '#modules/billing/congestion-fees/congestion-fee.ts';
import { congestionRefusals } from './congestion-fees.refusals.ts';

/** In cents. The bounds keep a typing error from charging a whole bus. */
export const FEE_MIN_CENTS = 100;
export const FEE_MAX_CENTS = 100_000;
/** Families would forget an older notice. */
export const MOST_DAYS_AHEAD = 120;
export const REASON_MAX = 500;

export const surgeRouteShape = z.object({
  id: idShape,
  name: z.string(),
  program: z.string(),
  school: z.object({ path: z.string(), text: z.string() }),
  period: z.string(),
});
export type SurgeRoute = z.output<typeof surgeRouteShape>;

export const listSurgeRoutes = endpoint({
  name: 'listSurgeRoutes',
  summary: 'The routes of the current school year for which a congestion fee can be raised (S4)',
  method: 'GET',
  path: '/admin/congestion-fees/routes',
  guard: { right: 'money_write' },
  item: surgeRouteShape,
  refusals: [],
});

export const feePreviewShape = z.object({
  route_id: idShape,
  accepted: z.number().int(),
  not_accepted: z.number().int(),
  from_bank: z.number().int(),
  first_charge_on: dayShape,
  first_bank_charge_on: dayShape,
  last_charge_on: dayShape,
});
export type FeePreview = z.output<typeof feePreviewShape>;

export const previewCongestionFee = endpoint({
  name: 'previewCongestionFee',
  summary: 'Whom a congestion fee of a route would be asked of, and from which day on',
  method: 'GET',
  path: '/admin/congestion-fees/preview/:route_id',
  guard: { right: 'money_write' },
  params: z.object({ route_id: idShape }),
  item: feePreviewShape,
  refusals: [congestionRefusals.congestion_route],
});

export const announceFeeShape = z.object({
  route_id: idShape,
  /** per contract; surcharges of the method come on top (S2) */
  amount_cents: z.number().int().min(FEE_MIN_CENTS).max(FEE_MAX_CENTS),
  reason: requiredText(REASON_MAX),
  charge_on: dayShape,
  /** the preview's number of contracts; a different number now is refused */
  contracts: z.number().int().min(1),
});
export type AnnounceFee = z.output<typeof announceFeeShape>;

export const announceCongestionFee = endpoint({
  name: 'announceCongestionFee',
  proof: 'recent',
  summary:
    'Raise a congestion fee for every contract of a route that accepted it; the notice goes out at once (S4)',
  method: 'POST',
  path: '/admin/congestion-fees',
  guard: { right: 'money_write' },
  audits: ['congestion_fee.announce'],
  impersonation: 'refused',
  headers: keyHeaders,
  body: announceFeeShape,
  item: congestionFeeShape,
  refusals: [
    ...Object.values(congestionRefusals),
    billingRefusals.congestion_too_early,
    billingRefusals.congestion_fee_stands,
    billingRefusals.congestion_key_reused,
  ],
});

export const withdrawCongestionFee = endpoint({
  name: 'withdrawCongestionFee',
  proof: 'recent',
  summary: 'Take a congestion fee back before its day; everybody who was told hears of it',
  method: 'POST',
  path: '/admin/congestion-fees/:id/withdraw',
  guard: { right: 'money_write' },
  audits: ['congestion_fee.withdraw'],
  impersonation: 'refused',
  params: z.object({ id: idShape }),
  /** what becomes of the money of families that have paid; without it, staff are asked (MC8) */
  body: z.object({ paid: z.enum(PAID_FEES).nullish() }),
  item: congestionFeeShape,
  refusals: [
    billingRefusals.congestion_fee_not_found,
    billingRefusals.congestion_fee_begun,
    billingRefusals.congestion_fee_paid,
  ],
});

export const listCongestionFees = endpoint({
  name: 'listCongestionFees',
  summary: 'The congestion fees that were raised, the latest first, and what became of them',
  method: 'GET',
  path: '/admin/congestion-fees',
  guard: { right: 'money_write' },
  item: congestionFeeShape,
  refusals: [],
});
