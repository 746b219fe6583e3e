import type { Mutant } from './mutants.ts';

/** Bugs of reading the processor's books. */
export const BOOKS_MUTANTS: readonly Mutant[] = [
  {
    name: 'pending-counts-as-arrived',
    what: 'takes a debit that is on its way for money that has arrived',
    mutation: {
      source: [
        {
          file: 'modules/billing/processor-books/processor-books.queries.ts',
          from: '.map((movement) => ({ ...movement, read_at }));',
          to: '.map((movement) => ({ ...movement, is_arrived: true, read_at }));',
        },
      ],
    },
    seed: 2,
  },
  {
    name: 'reserve-off-the-books',
    what: 'reads what the processor holds back, and books nothing',
    mutation: {
      source: [
        {
          file: 'modules/billing/processor-books/movement-bookings.ts',
          from: "if (kind === 'reserve') return [...fee,",
          to: "if (kind === 'reserve') return fee; if (kind === 'reserve') return [...fee,",
        },
      ],
    },
    seed: 1,
  },
];
