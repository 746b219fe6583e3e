import type { Job } from '#platform/queue/job.ts';
import type { AppContext } from '#server/app-context.ts';
import { sweepHolds } from './seats.service.ts';
import { offerFreedSeats } from './waiting-list.service.ts';

/**
 * An expired hold or offer frees the seat without a job; `seats.offer` notifies the waiting list within a
 * minute.
 */
export function seatsJobs({ db, clock }: AppContext): Job[] {
  return [
    { name: 'seats.offer', cron: '* * * * *', run: () => offerFreedSeats(db, clock.now()) },
    { name: 'seats.sweep', cron: '50 3 * * *', run: () => sweepHolds(db, clock.now()) },
  ];
}
