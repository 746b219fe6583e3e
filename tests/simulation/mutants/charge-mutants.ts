import type { Mutant } from './mutants.ts';
import type { Mutation } from './mutation.ts';

const HOURS_OF_A_YEAR = 24 * 365;
let keys = 0;

/** Nearly every move of an attempt is made, also one that was made before. */
export const ANY_MOVE: Mutation = {
  source: [
    {
      file: 'modules/billing/payments/attempt-transitions.ts',
      from: 'if (ATTEMPT_TRANSITIONS[from].includes(to)) return',
      to: "if (from !== 'declined' && from !== 'not_found') return",
    },
  ],
};

/** Bugs of asking a processor for money, and of booking what it says. */
export const CHARGE_MUTANTS: readonly Mutant[] = [
  {
    name: 'timeout-is-decline',
    what: 'takes a lost answer for a refusal',
    mutation: {
      gateway: (gateway) => ({
        ...gateway,
        charge: (request, key) =>
          gateway.charge(request, key).catch(() => ({ k: 'declined', code: 'declined', next: 'never' })),
      }),
    },
    seed: 2,
  },
  {
    name: 'fresh-key-on-retry',
    what: 'sends each time with a key of its own',
    mutation: {
      gateway: (gateway) => ({ ...gateway, charge: (request) => gateway.charge(request, `fresh-${++keys}`) }),
    },
    seed: 2,
  },
  {
    name: 'key-replay-after-24h',
    what: 'trusts a key that the processor has forgotten',
    mutation: {
      gateway: (gateway) => ({ ...gateway, caps: { ...gateway.caps, idemHours: HOURS_OF_A_YEAR } }),
    },
    seed: 3,
  },
  {
    name: 'crash-loses-the-order',
    what: 'goes after lost answers only, not after charges whose process died',
    mutation: {
      source: [
        {
          file: 'modules/billing/payments/attempt.states.ts',
          from: "AttemptState[] = ['created', 'sent', 'unknown', 'action'];",
          to: "AttemptState[] = ['unknown'];",
        },
      ],
    },
    seed: 3,
  },
  {
    name: 'trusting-the-order-of-answers',
    what: 'books whatever it reads, also what a later answer has overtaken',
    mutation: ANY_MOVE,
    seed: 1,
  },
  {
    name: 'journal-without-unique-key',
    what: 'has no unique key on the events of the ledger',
    mutation: { sql: ['alter table journal drop constraint journal_once'] },
    seed: 1,
  },
  {
    name: 'return-not-reversed',
    what: 'reopens a payment that came back without taking it out of the books',
    mutation: {
      source: [
        {
          file: 'modules/billing/charges/outcomes.service.ts',
          from: 'await recordReturn(tx, locked, { ref, code, now: billing.clock.now() });',
          to: '',
        },
      ],
    },
    seed: 2,
  },
  {
    name: 'receipt-twice',
    what: 'sends another receipt when a debit settles',
    mutation: {
      source: [
        {
          file: 'modules/billing/ledger/ledger.service.ts',
          from: `{ kind: 'settlement', ref, order_id: order.id, at: now },
    settlementPostings(attempt),
  );`,
          to: `{ kind: 'settlement', ref, order_id: order.id, at: now },
    settlementPostings(attempt),
  );
  const payload = { charge_attempt_id: attempt.id, order_id: order.id };
  await enqueue(tx, now, { kind: 'billing.receipt', ref: attempt.id + '-settled', payload });`,
        },
      ],
    },
    seed: 2,
  },
  {
    name: 'no-way-back-from-a-bank',
    what: 'sends a charge of a payer at the screen without a page to come back to',
    mutation: {
      source: [
        {
          file: 'modules/billing/charges/charges.service.ts',
          from: '{ presence: plan.presence, return_url: paymentReturn(plan.public_url, place) }',
          to: '{ presence: plan.presence, return_url: place && undefined }',
        },
      ],
    },
    seed: 1,
  },
  {
    name: 'debit-pays-fee',
    what: 'charges a debit card the surcharge of credit cards',
    mutation: {
      source: [
        {
          file: 'modules/pricing/quoted-prices.ts',
          from: "method.funding !== 'credit'",
          to: 'Boolean(0)',
        },
      ],
    },
    seed: 3,
  },
  {
    name: 'number-in-the-log',
    what: 'logs a card as it was typed',
    mutation: {
      gateway: (gateway, { log }) => ({
        ...gateway,
        saveMethod(instrument, customer, key) {
          if (instrument.kind === 'card') log.debug({ number: instrument.number.reveal() }, 'saving a card');
          return gateway.saveMethod(instrument, customer, key);
        },
      }),
    },
    seed: 1,
  },
];
