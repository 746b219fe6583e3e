import type { Mutant } from './mutants.ts';

/** Bugs of changing a signed contract (OF5). */
export const AMENDMENT_MUTANTS: readonly Mutant[] = [
  {
    name: 'change-fee-forgotten',
    what: 'computes the difference of a change without its fee',
    mutation: {
      source: [
        {
          file: 'modules/pricing/year-price.ts',
          from: 'return cents((after_cents < before_cents ? -part : part) + fee_cents);',
          to: 'return cents((after_cents < before_cents ? -part : part) + 0 * fee_cents);',
        },
      ],
    },
    seed: 5,
  },
  {
    name: 'part-of-season-rounded-down',
    what: 'rounds the part of a difference by days down',
    mutation: {
      source: [
        {
          file: 'modules/pricing/year-price.ts',
          from: '(2n * BigInt(full) * BigInt(left) + BigInt(all))',
          to: '(2n * BigInt(full) * BigInt(left))',
        },
      ],
    },
    seed: 5,
  },
  {
    name: 'seat-of-old-route-kept',
    what: 'takes the seat of the new route and keeps the seat of the old one',
    mutation: {
      source: [
        {
          file: 'modules/seats/seats.service.ts',
          from: 'await releaseSeat(tx, now, from_id);',
          to: '',
        },
      ],
    },
    seed: 5,
  },
  {
    name: 'held-seat-of-a-declined-change',
    what: 'holds the seat of the new route after the family has declined the change',
    mutation: {
      source: [
        {
          file: 'modules/orders/amendments/propose-amendment.service.ts',
          from: 'await releaseAmendmentSeat(tx, now, {',
          to: "if (state !== 'declined') await releaseAmendmentSeat(tx, now, {",
        },
      ],
    },
    seed: 9,
  },
  {
    name: 'payment-below-fifty-cents',
    what: 'asks for a difference by a payment of its own, however small',
    mutation: {
      source: [
        {
          file: 'modules/billing/amendments/difference-plan.ts',
          from: 'if (more < SMALLEST_CHARGE) return',
          to: 'if (more < 0) return',
        },
      ],
    },
    seed: 5,
  },
  {
    name: 'amendment-price-twice',
    what: 'writes the price after an amendment into what the report takes for the signed price',
    mutation: {
      source: [
        {
          file: 'modules/orders/amendments/amendments.queries.ts',
          from: 'payment_term_id: payment_term.id,',
          to:
            'payment_term_id: payment_term.id, base_contract_cost_cents: payment_term.deposit + ' +
            'payment_term.amount * (payment_term.number_payments - 1),',
        },
      ],
    },
    seed: 5,
  },
];
