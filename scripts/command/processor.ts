import { m } from '#i18n/messages.js';
import { formatDate } from '#kit/plain-date.ts';
import {
  adopt,
  processorStatus,
  type Adoption,
  type Unfinished,
} from '#modules/billing/methods/adopt.service.ts';
import { readinessProblems } from '#modules/billing/processor/readiness.ts';
import type { Readiness } from '#platform/payments/readiness.ts';
import type { AppContext } from '#server/app-context.ts';
import { DONE, NOT_DONE, type Handler } from './command-line.ts';
import { onDatabase } from './on-database.ts';
import { complain, say } from './say.ts';

/*
 * `processor status` and `processor adopt [--notify]`: whose the payments of the database are, and how it
 * comes to the account of the keys in the environment (docs/operations.md).
 */

const WHY: Record<keyof Unfinished, (ids: { ids: string }) => string> = {
  attempts: m.portal_processor_attempts,
  debits: m.portal_processor_debits,
  refunds: m.portal_processor_refunds,
  disputes: m.portal_processor_disputes,
};

/** What stands against an adoption, with our ids; several of a kind in one line. */
const linesOf = (unfinished: Unfinished): string[] =>
  (Object.keys(WHY) as (keyof Unfinished)[]).flatMap((kind) =>
    unfinished[kind].length === 0 ? [] : [WHY[kind]({ ids: unfinished[kind].join(', ') })],
  );

const orderLines = (orders: { order_id: number; pay_on: Parameters<typeof formatDate>[0] }[]): string[] =>
  orders.length === 0
    ? [m.portal_processor_no_orders()]
    : [
        m.portal_processor_orders({ n: orders.length }),
        ...orders.map(({ order_id, pay_on }) =>
          m.portal_processor_order({ order_id, day: formatDate(pay_on) }),
        ),
      ];

/** What the account may do at Stripe, and what the company has to do there. */
function readinessLines(readiness: Readiness | null, { clock }: AppContext['billing']): string[] {
  if (!readiness) return [];
  const { charges_enabled, payouts_enabled, capabilities, payout_interval } = readiness;
  const none = m.portal_processor_nothing();
  const facts = m.portal_processor_readiness({
    charges: charges_enabled ? m.portal_processor_enabled() : m.portal_processor_disabled(),
    payouts: payouts_enabled ? m.portal_processor_enabled() : m.portal_processor_disabled(),
    card: capabilities.card,
    bank: capabilities.bank,
    descriptor: readiness.statement_descriptor ?? none,
    interval: payout_interval ?? none,
    due: readiness.requirements.due.join(', ') || none,
  });
  return [facts, ...readinessProblems(readiness, clock.time_zone).map(({ sentence }) => sentence)];
}

async function tellStatus({ billing }: AppContext): Promise<number> {
  const { processor, account_id, binding, methods, unfinished, without_method, readiness } =
    await processorStatus(billing);
  const account = account_id ?? m.portal_processor_no_account();
  say(m.portal_processor_keys({ processor, account }));
  say(
    binding
      ? m.portal_processor_bound({ processor: binding.processor, account: binding.account_id })
      : m.portal_processor_unbound(),
  );
  for (const each of methods) say(m.portal_processor_methods({ processor: each.processor, n: each.in_use }));
  for (const line of [...linesOf(unfinished), ...orderLines(without_method)]) say(line);
  for (const line of readinessLines(readiness, billing)) say(line);
  return DONE;
}

function refuse(adoption: Exclude<Adoption, { binding: object }>): number {
  if (adoption.k === 'unfinished') {
    complain(m.portal_processor_unfinished());
    for (const line of linesOf(adoption.unfinished)) complain(line);
  } else
    complain(
      adoption.k === 'no_account' ? m.portal_processor_sandbox_keys() : m.portal_processor_live_to_test(),
    );
  return NOT_DONE;
}

export const status: Handler = () => onDatabase(tellStatus);

export const adoptAccount: Handler = ({ options }) =>
  onDatabase(async (context) => {
    const isNotified = options['notify'] === true;
    const adoption = await adopt(context.billing, { isNotified });
    if (!('binding' in adoption)) return refuse(adoption);
    const { binding, put_away, without_method } = adoption;
    const bound = { processor: binding.processor, account: binding.account_id };
    say(adoption.k === 'adopted' ? m.portal_processor_adopted(bound) : m.portal_processor_already(bound));
    say(m.portal_processor_put_away({ n: put_away }));
    for (const line of orderLines(without_method)) say(line);
    if (isNotified && without_method.length > 0) say(m.portal_processor_notified());
    return DONE;
  });
