import type { Job } from '#platform/queue/job.ts';
import type { BillingContext } from './billing-context.service.ts';
import { collectDue } from './charges/collect-due.service.ts';
import { notifyExpiringCards } from './methods/card-expiry.service.ts';
import { remindOfUpcoming } from './charges/payment-notifications.service.ts';
import { resolveRefunds } from './refunds/refund-conversation.service.ts';
import { processEvents } from './processor-events/process-events.service.ts';
import { pollEvents, sweepUnsettled } from './processor-events/receive-events.service.ts';
import { resolveUnknown } from './charges/charge-conversation.service.ts';

export const billingJobs = (billing: BillingContext): Job[] => [
  { name: 'billing.resolve', cron: '* * * * *', run: async () => void (await resolveUnknown(billing)) },
  { name: 'billing.poll-events', cron: '*/10 * * * *', run: async () => void (await pollEvents(billing)) },
  { name: 'billing.events', cron: '* * * * *', run: () => processEvents(billing) },
  { name: 'billing.sweep-unsettled', cron: '30 2 * * *', run: () => sweepUnsettled(billing) },
  {
    name: 'billing.resolve-refunds',
    cron: '* * * * *',
    run: async () => void (await resolveRefunds(billing)),
  },
  { name: 'billing.expiry-notices', cron: '0 7 * * *', run: () => notifyExpiringCards(billing) },
  // By day, when people can answer a notice; every ten minutes, so that a new card's attempt follows soon
  // (M7).
  { name: 'billing.collect', cron: '*/10 7-20 * * *', run: () => collectDue(billing) },
  { name: 'billing.remind', cron: '5 8-20 * * *', run: () => remindOfUpcoming(billing) },
];
