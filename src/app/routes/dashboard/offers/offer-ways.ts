import { subtract, ZERO } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { PaymentMethod } from '#modules/billing/methods/methods.contract.ts';
import { offeredMethods } from '#modules/billing/methods/offered-methods.ts';
import type { ChargeWays } from '#modules/billing/pay-now/pay-now.contract.ts';
import type { OfferResponse } from '#modules/orders/offers/offers.contract.ts';
import { priceIn, type Quote } from '#modules/pricing/quoted-prices.ts';

/** Only cards tell how they are funded. */
const isCard = ({ exp_month }: PaymentMethod) => exp_month !== null;

const keyOf = (method: PaymentMethod) => {
  if (!isCard(method)) return 'paymentTypeAch';
  return method.funding === 'credit' ? 'paymentTypeCreditCard' : 'debit_card';
};

type Facts = { methods: readonly PaymentMethod[]; today: PlainDate };

/** The saved methods that may pay an offer, the proposed one first, and the totals of new ones. */
export function waysOf(
  { quote: shown, program, payment_method_id: proposed }: OfferResponse,
  { methods, today }: Facts,
): ChargeWays | undefined {
  const quote = shown as Quote;
  const [bank, credit, debit] = [
    priceIn(quote, 'paymentTypeAch'),
    priceIn(quote, 'paymentTypeCreditCard'),
    priceIn(quote, 'debit_card'),
  ];
  if (!bank || !credit || !debit) return undefined;
  const saved = offeredMethods(methods, { program_id: program.id, today }).filter(
    ({ state }) => state === 'ready',
  );
  const isProposed = ({ id }: PaymentMethod) => id === proposed;
  return {
    amount_cents: bank.principal_cents,
    ways: [...saved.filter(isProposed), ...saved.filter((one) => !isProposed(one))].map((method) => {
      const { due_today_cents: total_cents } = priceIn(quote, keyOf(method)) ?? bank;
      return {
        payment_method_id: method.id,
        brand: method.brand,
        ident: method.ident,
        kind: isCard(method) ? ('card' as const) : ('bank' as const),
        surcharge_cents:
          total_cents > bank.principal_cents ? subtract(total_cents, bank.principal_cents) : ZERO,
        total_cents,
        wants_payer: false,
        was_refused: false,
      };
    }),
    new_ways: {
      credit_card: credit.due_today_cents,
      debit_card: debit.due_today_cents,
      bank: bank.due_today_cents,
    },
  };
}
