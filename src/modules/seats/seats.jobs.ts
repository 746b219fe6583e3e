import type { Job } from '#platform/queue/job.ts';
import type { AppContext } from '#server/app-context.ts';
import { sweepHolds } from './seats.service.ts';
import { offerFreedSeats } from './waiting-list.service.ts';

/**
 * A hold or an offer that runs out frees its seat by itself; the waiting list is notified within a minute.
 */
export function seatsJobs({ db, clock }: AppContext): Job[] {
  return [
    { name: 'seats.offer', cron: '* * * * *', run: () => offerFreedSeats(db, clock.now()) },
    { name: 'seats.sweep', cron: '50 3 * * *', run: () => sweepHolds(db, clock.now()) },
  ];
}
