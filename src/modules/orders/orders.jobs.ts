import type { House } from '#server/house.ts';
import type { Job } from '#platform/queue/job.ts';
import { followRefunds } from './follow-refund.service.ts';
import { makeMissingCopies } from './papers.service.ts';

export const ordersJobs = (house: House): Job[] => [
  { name: 'orders.make-papers', cron: '* * * * *', run: () => makeMissingCopies(house) },
  { name: 'orders.follow-refunds', cron: '* * * * *', run: () => followRefunds(house) },
];
