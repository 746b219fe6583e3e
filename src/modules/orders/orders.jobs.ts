import type { House } from '#server/app-context.ts';
import type { Job } from '#platform/queue/job.ts';
import { followRefunds } from './requests/sync-refund-status.service.ts';
import { makeMissingCopies } from './contracts/order-documents.service.ts';
import { tellRoutes } from './emails/route-information.service.ts';

/** A morning's letters that found no portal running leave at the next full hour of the day. */
export const ordersJobs = (house: House): Job[] => [
  { name: 'orders.make-papers', cron: '* * * * *', run: () => makeMissingCopies(house) },
  { name: 'orders.follow-refunds', cron: '* * * * *', run: () => followRefunds(house) },
  { name: 'orders.tell-routes', cron: '0 7-20 * * *', run: () => tellRoutes(house) },
];
