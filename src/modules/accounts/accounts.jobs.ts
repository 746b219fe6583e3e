import { sweepOnceKeys } from '#platform/once/once.ts';
import type { Job } from '#platform/queue/job.ts';
import { sweepCounters } from '#platform/throttle/throttle.ts';
import type { AppContext } from '#server/app-context.ts';
import { expireImpersonations } from './sessions/impersonation.service.ts';
import { sweepChallenges } from './factors/passkeys.service.ts';
import { sweepEmailChanges } from './profile/email-change.service.ts';
import { sweepTokens } from './sessions/sessions.service.ts';

export function accountsJobs({ db, clock }: AppContext): Job[] {
  const run = async () => {
    await sweepTokens(db, clock.now());
    await sweepCounters(db, clock.now());
    await sweepOnceKeys(db, clock.now());
    await sweepChallenges({ db, clock });
    await sweepEmailChanges(db, clock.now());
  };
  const expire = () => db.transaction((tx) => expireImpersonations(tx, clock.now()));
  return [
    { name: 'sessions.sweep', cron: '40 3 * * *', run },
    { name: 'impersonations.expire', cron: '*/5 * * * *', run: expire },
  ];
}
