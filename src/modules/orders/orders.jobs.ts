import type { House } from '#server/house.ts';
import type { Job } from '#platform/queue/job.ts';
import { followRefunds } from './follow-refund.service.ts';
import { makeMissingCopies } from './papers.service.ts';
import { tellRoutes } from './route-information.service.ts';

/** A morning's letters that found no portal running leave at the next full hour of the day. */
export const ordersJobs = (house: House): Job[] => [
  { name: 'orders.make-papers', cron: '* * * * *', run: () => makeMissingCopies(house) },
  { name: 'orders.follow-refunds', cron: '* * * * *', run: () => followRefunds(house) },
  { name: 'orders.tell-routes', cron: '0 7-20 * * *', run: () => tellRoutes(house) },
];
