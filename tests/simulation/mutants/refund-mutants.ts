import type { Mutant } from './mutants.ts';

let keys = 0;

/** Bugs of giving money back. */
export const REFUND_MUTANTS: readonly Mutant[] = [
  {
    name: 'refund-without-dedupe',
    what: 'does not look whether a request was decided before',
    mutation: {
      source: [
        {
          file: 'modules/billing/refunds/refunds.service.ts',
          from: 'if (before) return',
          to: 'if (before && request.request_key === undefined) return',
        },
      ],
    },
    mask: {
      guard: 'the unique key of requests',
      without: {
        source: [
          {
            file: 'modules/billing/refunds/refunds.queries.ts',
            from: '.onConflictDoNothing({ target: orderRefunds.request_key })',
            to: '',
          },
        ],
        sql: ['alter table order_refunds drop constraint "order_refunds_request_key_unique"'],
      },
    },
    seed: 3,
  },
  {
    name: 'refund-with-fresh-keys',
    what: 'sends each refund with a key of its own each time',
    mutation: {
      gateway: (gateway) => ({
        ...gateway,
        refund: (request) => gateway.refund(request, `fresh-refund-${++keys}`),
      }),
    },
    seed: 3,
  },
  {
    name: 'refund-above-taken',
    what: 'forgets what has gone back of a payment before',
    mutation: {
      source: [
        {
          file: 'modules/billing/refunds/refund-plan.ts',
          from: 'principal_cents: remaining(payment.principal_cents, payment.refunded_principal_cents)',
          to: 'principal_cents: payment.principal_cents',
        },
      ],
    },
    mask: {
      guard: 'the check of the table on what is reserved',
      without: { sql: ['alter table payments drop constraint payments_refunded'] },
    },
    seed: 10,
  },
  {
    name: 'bounce-ignored',
    what: 'takes a refund that has succeeded for final, and never hears that it came back',
    mutation: {
      source: [
        {
          file: 'modules/billing/refunds/refund-transitions.ts',
          from: "succeeded: ['bounced'],",
          to: 'succeeded: [],',
        },
      ],
    },
    seed: 6,
  },
  {
    name: 'pending-counts-as-done',
    what: 'books a refund that is only accepted as if the money had gone',
    mutation: {
      source: [
        {
          file: 'modules/billing/refunds/refund-outcomes.service.ts',
          from: 'const { state } = locked.refund;',
          to:
            'const { state } = locked.refund; if (gatewayResult.k === "pending") ' +
            'return applyRefundOutcome(tx, billing, ' +
            '{ refund_id, gatewayResult: { k: "succeeded", ref: gatewayResult.ref } });',
        },
      ],
    },
    seed: 3,
  },
  {
    name: 'dispute-refunded-too',
    what: 'gives money back that the bank of the card has taken already',
    mutation: {
      source: [
        {
          file: 'modules/billing/refunds/captured-payments.ts',
          from: "if (disputed.has(payment_id)) return 'disputed';",
          to: 'if (disputed.has(payment_id)) return standing;',
        },
        // The processor would refuse it as well.
        {
          file: 'platform/payments/sandbox/refund.ts',
          from: '(await refusingDisputesOf(tx, charge_ref)).length > 0',
          to: '(await refusingDisputesOf(tx, charge_ref)).length < 0',
        },
      ],
    },
    seed: 2,
  },
  {
    name: 'lost-refund-is-refused',
    what: 'takes a lost answer to a refund for a refusal, and frees what was reserved',
    mutation: {
      gateway: (gateway) => ({
        ...gateway,
        refund: (request, key) =>
          gateway.refund(request, key).catch(() => ({ k: 'refused', code: 'declined' })),
      }),
    },
    seed: 3,
  },
  {
    name: 'reversal-off-the-books',
    what: 'takes back a check of a payment, and leaves it in the books',
    mutation: {
      source: [
        {
          file: 'modules/billing/staff-edits/reverse-entry.service.ts',
          from: 'await recordReversal(tx, { payment, entry, why, now });',
          to: '',
        },
      ],
    },
    seed: 6,
  },
  {
    name: 'part-of-a-check-forgiven',
    what: 'receives a part of a payment, and goes on asking for the whole of it',
    mutation: {
      source: [
        {
          file: 'modules/billing/staff-edits/receive-shares.service.ts',
          from: 'await updatePayment(tx, payment.id, { amount_cents: rest, ...day });',
          to: 'await updatePayment(tx, payment.id, { amount_cents: payment.amount_cents, ...day });',
        },
      ],
    },
    seed: 2,
  },
  {
    name: 'check-taken-back-by-half',
    what: 'takes back one of two payments that one check has paid',
    mutation: {
      source: [
        {
          file: 'modules/billing/staff-edits/reverse-entry.service.ts',
          from: 'for (const other of others) {',
          to: 'for (const other of others.slice(others.length)) {',
        },
      ],
    },
    seed: 2,
  },
  {
    name: 'uncashed-check-kept-reserved',
    what: 'takes back a refund by check, and lets nobody refund the payment again',
    mutation: {
      source: [
        {
          file: 'modules/billing/refunds/reverse-refund.service.ts',
          from: 'await release(tx, locked);',
          to: '',
        },
      ],
    },
    seed: 2,
  },
];
