import { dayIn } from '#kit/plain-date.ts';
import type { Mutant } from './mutants.ts';

/** Bugs of collecting what falls due later: claims, tries, methods, days. */
export const LATER_PAYMENT_MUTANTS: readonly Mutant[] = [
  {
    name: 'no-claim-lock',
    what: 'reads what is due in one transaction and claims it in the next, without a lock between',
    mutation: {
      source: [
        {
          file: 'modules/billing/charges/claim-due.service.ts',
          from: 'return await billing.db.transaction((tx) => claim(tx, { billing, payment_ids, keep }));',
          to:
            'const now = billing.clock.now();\n' +
            '    const due = await billing.db.transaction((tx) => claimDue(tx, payment_ids, now));\n' +
            '    return await billing.db.transaction((tx) =>\n' +
            '      claim(tx, { billing, payment_ids: due as any, keep }));',
        },
        {
          file: 'modules/billing/charges/claim-due.service.ts',
          from: 'const due = await claimDue(tx, payment_ids, billing.clock.now());\n  const steps',
          to: 'const due: any = payment_ids;\n  const steps',
        },
      ],
    },
    mask: { guard: 'the unique index one_live_attempt', without: { sql: ['drop index one_live_attempt'] } },
    seed: 26,
  },
  {
    name: 'retry-limit-ignored',
    what: 'tries a card on and on',
    mutation: {
      source: [
        {
          file: 'modules/billing/payments/retry-policy.ts',
          from: 'if (gap === undefined) return null;',
          to: 'if (gap === undefined) return addDays(failed.heard_on, 3);',
        },
      ],
    },
    mask: {
      guard: 'the collection, which counts the refusals itself before it charges',
      without: {
        source: [
          {
            file: 'modules/billing/payments/retry-policy.ts',
            from: 'return !isEnough && !isFinal &&',
            to: 'return !isFinal &&',
          },
        ],
      },
    },
    seed: 9,
  },
  {
    name: 'debit-limit-ignored',
    what: 'debits an account without funds more often than the network allows',
    mutation: {
      source: [
        {
          file: 'modules/billing/payments/retry-policy.ts',
          from: 'const BANK_RETRIES = 2;',
          to: 'const BANK_RETRIES = 20;',
        },
      ],
    },
    seed: 7,
  },
  {
    name: 'holidays-ignored',
    what: 'counts the holidays of the Federal Reserve banks as banking days',
    mutation: {
      source: [
        {
          file: 'kit/business-days.ts',
          from: '!isWeekend(day) && !isHoliday(day)',
          to: '!isWeekend(day)',
        },
      ],
    },
    seed: 6,
  },
  {
    name: 'closed-account-debited',
    what: 'keeps an account in use that its bank has closed',
    mutation: {
      source: [
        {
          file: 'modules/billing/charges/after-failure.service.ts',
          from: 'if (isFinalReturn) await retire(tx, billing, { payment, attempt });',
          to: '',
        },
      ],
    },
    seed: 1,
  },
  {
    name: 'debit-without-an-act',
    what: 'charges another card of the family when its bank has refused a debit for good',
    mutation: {
      source: [
        {
          file: 'modules/billing/methods/paying-method.ts',
          from: 'return isHeldBack ? { method: undefined, isHeldBack } : { method, isHeldBack };',
          to: 'return { method, isHeldBack: false };',
        },
      ],
    },
    seed: 2,
  },
  {
    name: 'deleted-method-charged',
    what: 'chooses among all methods that a family ever had',
    mutation: {
      source: [
        {
          file: 'modules/billing/methods/paying-method.ts',
          from: 'method.is_active && !isExpired',
          to: '!isExpired',
        },
      ],
    },
    mask: {
      guard:
        'the query, which reads methods in use, and the mark of the default, which a deleted method loses',
      without: {
        source: [
          {
            file: 'modules/billing/methods/methods.queries.ts',
            from: 'and(isAnyOf(paymentMethods.user_id, user_ids), isWanted)',
            to: 'isAnyOf(paymentMethods.user_id, user_ids)',
          },
          {
            file: 'modules/billing/methods/methods.queries.ts',
            from: 'set({ is_active: false, is_default: false, deactivated_at: at })',
            to: 'set({ is_active: false, deactivated_at: at })',
          },
        ],
      },
    },
    seed: 36,
  },
  {
    name: 'days-of-london',
    what: 'counts days in UTC instead of the company’s time',
    mutation: { clock: (clock) => ({ ...clock, today: () => dayIn('UTC', clock.now()) }) },
    seed: 3,
  },
  {
    name: 'past-due-forgotten',
    what: 'does not look again whether an order is past due once its payment is collected',
    mutation: {
      source: [
        {
          file: 'modules/billing/charges/outcomes.service.ts',
          from: 'else await orderListener.onPaymentsChanged(tx, order.id);',
          to: '',
        },
      ],
    },
    seed: 2,
  },
  {
    name: 'ended-order-owes-again',
    what: 'lets a debit that comes back be owed again, though staff have ended its order',
    mutation: {
      source: [
        {
          file: 'modules/billing/charges/after-failure.service.ts',
          from: "if (!isOwed) return 'cancelled';",
          to: "if (!isOwed && ended !== 'returned') return 'cancelled';",
        },
      ],
    },
    seed: 2,
  },
  {
    name: 'early-return-forgotten',
    what: 'leaves what a family paid early, and its bank returned, without a charge or a reminder on its day',
    mutation: {
      source: [
        {
          file: 'modules/billing/charges/after-failure.service.ts',
          from: "if (isEarly) return 'scheduled';",
          to: "if (isEarly && ended !== 'returned') return 'scheduled';",
        },
      ],
    },
    seed: 13,
  },
  {
    name: 'method-of-today-named',
    what: 'says that a later charge is made to the method of today, though another pays on its day',
    mutation: {
      source: [
        {
          file: 'modules/billing/payments/next-charge.ts',
          from: 'const { method, isHeldBack } = chooseOn(on);',
          to: 'const { method, isHeldBack } = chooseOn(today);',
        },
      ],
    },
    seed: 2,
  },
  {
    name: 'later-fee-unsigned',
    what: 'signs what is due later without the fee of the card that will pay it',
    mutation: {
      source: [
        {
          file: 'modules/billing/methods/later/later-plan.ts',
          from: 'surcharge_cents: surchargeTotal(surcharges), by, price_key',
          to: 'surcharge_cents: ZERO, by, price_key',
        },
      ],
    },
    seed: 6,
  },
  {
    name: 'later-change-unmailed',
    what: 'charges later what another method costs, and mails nobody that it has changed',
    mutation: {
      source: [
        {
          file: 'modules/billing/methods/later/later-changes.service.ts',
          from: 'if (changes.length === 0) return;',
          to: 'if (changes.length > 0) return;',
        },
      ],
    },
    seed: 23,
  },
];
