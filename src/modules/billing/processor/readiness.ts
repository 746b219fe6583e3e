import { m } from '#i18n/messages.js';
import { dayIn, formatDate } from '#kit/plain-date.ts';
import type { Kind, Readiness } from '#platform/payments/readiness.ts';

export type ReadinessProblem = {
  what: 'charges' | Kind | 'payouts' | 'schedule' | 'descriptor' | 'past_due' | 'due';
  sentence: string;
  closes: readonly Kind[];
};

const BOTH: readonly Kind[] = ['card', 'bank'];

/** Each problem has a task at Stripe. Facts missing from Stripe's answer close nothing (MS5). */
export function readinessProblems(readiness: Readiness, time_zone: string): ReadinessProblem[] {
  const { charges_enabled, payouts_enabled, capabilities, requirements } = readiness;
  const { due, past_due, deadline, disabled_reason } = requirements;
  const reason = disabled_reason ?? m.portal_ready_no_reason();
  const isOff = (kind: Kind) => !['active', 'unknown'].includes(capabilities[kind]);
  const fields = (names: readonly string[]) => names.join(', ');
  const day = deadline ? formatDate(dayIn(time_zone, deadline)) : m.portal_ready_no_day();
  const found: (ReadinessProblem | false)[] = [
    !charges_enabled && { what: 'charges', sentence: m.portal_ready_charges({ reason }), closes: BOTH },
    isOff('card') && {
      what: 'card',
      sentence: m.portal_ready_card({ state: capabilities.card }),
      closes: ['card'],
    },
    isOff('bank') && {
      what: 'bank',
      sentence: m.portal_ready_bank({ state: capabilities.bank }),
      closes: ['bank'],
    },
    !payouts_enabled && { what: 'payouts', sentence: m.portal_ready_payouts({ reason }), closes: [] },
    readiness.payout_interval === 'manual' && {
      what: 'schedule',
      sentence: m.portal_ready_schedule(),
      closes: [],
    },
    readiness.statement_descriptor === null && {
      what: 'descriptor',
      sentence: m.portal_ready_descriptor(),
      closes: [],
    },
    past_due.length > 0 && {
      what: 'past_due',
      sentence: m.portal_ready_past_due({ fields: fields(past_due) }),
      closes: [],
    },
    due.length > past_due.length && {
      what: 'due',
      sentence: m.portal_ready_due({ fields: fields(due.filter((name) => !past_due.includes(name))), day }),
      closes: [],
    },
  ];
  return found.filter((problem) => problem !== false);
}
