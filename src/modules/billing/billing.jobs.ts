import type { Job, MayGoOn } from '#platform/queue/job.ts';
import type { BillingContext } from './billing-context.service.ts';
import { endEntries, forgetMethods } from '#modules/billing/methods/entries/end-entries.service.ts';
import { notifyExpiringCards } from './methods/card-expiry.service.ts';
import { notifyAllLaterChanges } from './methods/later/later-changes.service.ts';
import { remindOfUpcoming } from './charges/payment-notifications.service.ts';
import { reconcile } from './reconciliation/reconcile.service.ts';
import { resolveRefunds } from './refunds/refund-conversation.service.ts';
import { collectAfterEvents } from './processor-events/collect-after-events.service.ts';
import { processEvents } from './processor-events/process-events.service.ts';
import { pollEvents, sweepUnsettled } from './processor-events/receive-events.service.ts';
import { resolveUnknown } from './charges/charge-conversation.service.ts';

export const billingJobs = (billing: BillingContext): Job[] => [
  { name: 'billing.resolve', cron: '* * * * *', run: whileOpen(billing, resolveUnknown) },
  { name: 'billing.poll-events', cron: '*/10 * * * *', run: whileOpen(billing, pollEvents) },
  { name: 'billing.events', cron: '* * * * *', run: whileOpen(billing, readEvents) },
  { name: 'billing.sweep-unsettled', cron: '30 2 * * *', run: () => sweepUnsettled(billing) },
  // At night, without other movements of money.
  { name: 'billing.reconcile', cron: '30 3 * * *', run: whileOpen(billing, reconcile) },
  { name: 'billing.end-entries', cron: '* * * * *', run: whileOpen(billing, endEntries) },
  { name: 'billing.forget-methods', cron: '* * * * *', run: whileOpen(billing, forgetMethods) },
  { name: 'billing.resolve-refunds', cron: '* * * * *', run: whileOpen(billing, resolveRefunds) },
  // Before the collection, for changes without an act of the family (MP1).
  { name: 'billing.later-changes', cron: '40 6 * * *', run: () => notifyAllLaterChanges(billing) },
  { name: 'billing.expiry-notices', cron: '0 7 * * *', run: () => notifyExpiringCards(billing) },
  // By day, when people can answer a notice; every ten minutes, for a prompt attempt by a new card (M7).
  { name: 'billing.collect', cron: '*/10 7-20 * * *', run: whileOpen(billing, collectAfterEvents) },
  { name: 'billing.remind', cron: '5 8-20 * * *', run: () => remindOfUpcoming(billing) },
];

/** While payments are closed, the present processor does not know the charges. */
function whileOpen(
  billing: BillingContext,
  work: (billing: BillingContext, mayGoOn?: MayGoOn) => Promise<unknown>,
): Job['run'] {
  return async (mayGoOn) => {
    if (billing.arePaymentsOpen()) await work(billing, mayGoOn);
  };
}

const readEvents = (billing: BillingContext, mayGoOn?: MayGoOn) =>
  processEvents(billing, mayGoOn && { mayGoOn });
