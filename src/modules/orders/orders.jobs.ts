import type { AppContext } from '#server/app-context.ts';
import type { Job } from '#platform/queue/job.ts';
import { syncRefundStatuses } from './requests/sync-refund-status.service.ts';
import { makeMissingCopies } from './contracts/order-documents.service.ts';
import { purgePrintedContracts } from './printed/printed-contracts.service.ts';
import { notifyRoutes } from './emails/route-information.service.ts';

/** A morning's letters that found no portal running leave at the next full hour of the day. */
export const ordersJobs = (context: AppContext): Job[] => [
  { name: 'orders.make-documents', cron: '* * * * *', run: () => makeMissingCopies(context) },
  { name: 'orders.sync-refunds', cron: '* * * * *', run: () => syncRefundStatuses(context) },
  { name: 'orders.send-route-information', cron: '0 7-20 * * *', run: () => notifyRoutes(context) },
  { name: 'orders.purge-printed', cron: '20 4 * * *', run: () => purgePrintedContracts(context) },
];
