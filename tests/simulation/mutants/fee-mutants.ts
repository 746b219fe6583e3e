import type { Mutant } from './mutants.ts';

/** Bugs of withdrawing a congestion fee (MC8). */
export const FEE_MUTANTS: readonly Mutant[] = [
  {
    name: 'paid-fee-withdrawn-unasked',
    what: 'withdraws a fee that families have paid before staff said what becomes of the money',
    mutation: {
      source: [
        {
          file: 'modules/billing/congestion-fees/congestion-fees.service.ts',
          from: 'if (taken.length > 0 && !paid) throw paidAlready(taken);',
          to: '',
        },
      ],
    },
    seed: 3,
  },
  {
    name: 'withdrawal-untold',
    what: 'withdraws a fee, and mails nothing to a family that has paid',
    mutation: {
      source: [
        {
          file: 'modules/billing/congestion-fees/congestion-fees.queries.ts',
          from: ".where(and(ofFee(fee_id), eq(orders.status, 'active'),",
          to: ".where(and(ofFee(fee_id), eq(orders.status, 'active'), eq(payments.status, 'cancelled'),",
        },
      ],
    },
    seed: 3,
  },
  {
    name: 'withdrawn-fee-forgotten',
    what: 'shows nobody the money that a withdrawn fee has taken',
    mutation: {
      source: [
        {
          file: 'modules/billing/worklist/list-matters.service.ts',
          from: 'withdrawn_fee_paid: (db) => paidOfWithdrawnFees(db),',
          to: 'withdrawn_fee_paid: async () => [],',
        },
      ],
    },
    seed: 6,
  },
];
