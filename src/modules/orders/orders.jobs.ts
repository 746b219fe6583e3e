import type { AppContext } from '#server/app-context.ts';
import type { Job } from '#platform/queue/job.ts';
import { askForAcceptances } from './acceptance/acceptance.service.ts';
import { endAmendments } from './amendments/propose-amendment.service.ts';
import { syncRefundStatuses } from './requests/sync-refund-status.service.ts';
import { hasMissingCopies, makeMissingCopies } from './contracts/order-documents.service.ts';
import { reviewLastWeek } from './staff/money-review.service.ts';
import { endOffersByTime, remindOfOffers } from './offers/end-offer.service.ts';
import { remindOfChecks } from './offers/late-checks.service.ts';
import { giveUpScans } from './paper/scans.service.ts';
import { purgePrintedContracts } from './printed/printed-contracts.service.ts';
import { notifyRoutes } from './emails/route-information.service.ts';

/**
 * Route letters of a morning without a running portal leave at the next full hour of the day. The mail of an
 * order, or the first reader, makes the signed copy; `orders.make-documents` is for orders with neither.
 */
export const ordersJobs = (context: AppContext): Job[] => [
  {
    name: 'orders.make-documents',
    cron: '35 * * * *',
    run: () => makeMissingCopies(context),
    isDue: () => hasMissingCopies(context.db),
  },
  { name: 'orders.sync-refunds', cron: '* * * * *', run: () => syncRefundStatuses(context) },
  { name: 'orders.send-route-information', cron: '0 7-20 * * *', run: () => notifyRoutes(context) },
  // An order placed by staff triggers this job at once; the hourly run is for requests left by a crash.
  { name: 'orders.ask-acceptances', cron: '25 * * * *', run: () => askForAcceptances(context) },
  // Every morning, to make up for a Monday without a portal.
  { name: 'orders.review-money', cron: '10 7 * * *', run: () => reviewLastWeek(context) },
  // The seat is free at the end in any case; this run says so to the family.
  { name: 'orders.end-amendments', cron: '* * * * *', run: () => endAmendments(context) },
  // The offers that end are offered to the waiting list by the same run.
  { name: 'orders.end-offers', cron: '* * * * *', run: () => endOffersByTime(context) },
  { name: 'orders.remind-of-offers', cron: '*/10 * * * *', run: () => remindOfOffers(context) },
  { name: 'orders.remind-of-checks', cron: '15 9 * * *', run: () => remindOfChecks(context) },
  { name: 'orders.give-up-scans', cron: '40 4 * * *', run: () => giveUpScans(context) },
  { name: 'orders.purge-printed', cron: '20 4 * * *', run: () => purgePrintedContracts(context) },
];
