import type { z } from 'zod';
import type { placeOrderShape, quoteRequestShape } from '#modules/orders/orders.contract.ts';
import type { Bank, Card } from '#modules/billing/methods/methods.contract.ts';
import { sum } from '#kit/money.ts';
import type { LaterPrice } from '#modules/pricing/price-snapshot.ts';
import type { CardPrice } from '#modules/pricing/quoted-prices.ts';
import { isEntered, type Draft } from './draft.ts';
import { wayOfOrder } from './later-payment.ts';

export type OrderBody = z.input<typeof placeOrderShape>;
export type QuoteBody = z.input<typeof quoteRequestShape>;

/** A verified code; the amount is in dollars (A1). */
export type AppliedAid = { readonly code: string; readonly amount: number };

export type RouteFacts = {
  readonly product_id: number | null;
  readonly hasPickup: boolean;
  /** the sibling discount of the chosen route; null drops a number checked on another route (B7) */
  readonly siblingDiscountId: number | null;
};

type Payer = { email: string; password: string };
type Acceptance = { kind: 'contract' | 'ach' | 'surge'; text_hash: string };

const orUndefined = (text: string) => text.trim() || undefined;

/** Shared by POST /order and POST /order/quote; JSON drops undefined values (contracts.md §7). */
export function quoteBody({ program, student }: Draft, facts: RouteFacts, aid: AppliedAid | null): QuoteBody {
  const isDiscounted =
    program.has_valid_second_student_contract_number && facts.siblingDiscountId !== null && !aid;
  return {
    contract: {
      program_id: program.id,
      student_id: student.id,
      route_id: program.route,
      payment_term_id: program.payment_term,
      payment_term_type_id: program.payment_term_type_id ?? undefined,
      addon_ids: program.addons,
      pickup_north: facts.hasPickup ? orUndefined(program.pickup_north) : undefined,
      pickup_cross: facts.hasPickup ? orUndefined(program.pickup_cross) : undefined,
      product_id: facts.product_id ?? undefined,
      grade_id: program.grade_id ?? undefined,
      special_request: orUndefined(program.special_request),
      route_discounts: isDiscounted
        ? [{ id: facts.siblingDiscountId, contract_number: program.second_student_contract_number.trim() }]
        : undefined,
    },
    financial_aid: aid && aid.amount > 0 ? { code: aid.code, amount: aid.amount } : undefined,
  };
}

function wayOf(draft: Draft, priced_as: CardPrice | undefined): OrderBody['payment'] {
  const { type: payment_type, method: payment_method } = wayOfOrder(draft);
  const { cc, ach } = draft;
  if (payment_type === 'paymentTypeNone') return { payment_type };
  if (payment_method !== null) return { payment_method_id: payment_method, priced_as };
  const typed = payment_type === 'paymentTypeAch' ? ach : cc;
  if (isEntered(typed)) return { payment_method_id: typed.id, priced_as };
  return payment_type === 'paymentTypeAch'
    ? { payment_type, ach: (typed as Bank | null) ?? undefined }
    : { payment_type, priced_as, cc: (typed as Card | null) ?? undefined };
}

type Later = { planned: readonly LaterPrice[]; isAsked: boolean };

/** The later payments as shown (MP1). */
function paymentOf(draft: Draft, priced_as: CardPrice | undefined, later: Later | undefined) {
  const way = wayOf(draft, priced_as);
  if (!later) return way;
  return {
    ...way,
    is_for_later: later.isAsked ? draft.program.is_for_later : undefined,
    later_shown: later.planned.map(({ pay_on, amount_cents, surcharge_cents, by }) => ({
      pay_on,
      total_cents: sum([amount_cents, surcharge_cents]),
      by,
    })),
  };
}

type OrderBodyInput = {
  facts: RouteFacts;
  aid: AppliedAid | null;
  payer: Payer | null;
  /** the card's price on the screen; a typed card may be another kind (S5) */
  cardPrice?: CardPrice;
  later?: Later;
  quoteHash: string | null;
  acceptances: Acceptance[];
};

/** `user` for a bank debit only (O5), `financial_aid` only above 0. */
export function orderBody(
  draft: Draft,
  { facts, aid, payer, cardPrice, later, quoteHash, acceptances }: OrderBodyInput,
): OrderBody {
  return {
    ...quoteBody(draft, facts, aid),
    payment: paymentOf(draft, cardPrice, later),
    user: wayOfOrder(draft).type === 'paymentTypeAch' && payer ? payer : undefined,
    quote_hash: quoteHash ?? undefined,
    acceptances,
  };
}
