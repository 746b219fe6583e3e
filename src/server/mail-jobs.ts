import { watchMailBacklog } from '#platform/outbox/backlog.ts';
import { drainOutbox, forgetWordsGivenUp, hasDueMail } from '#platform/outbox/outbox.ts';
import type { Job } from '#platform/queue/job.ts';
import type { AppContext } from './app-context.ts';

/**
 * Sends the mails of the outbox every minute and soon after commits with mails, and watches the waiting time.
 * The job runs in the background thread (background.ts): templates are loaded only there.
 */
export function mailJobs(context: AppContext): Job[] {
  const run = async () => {
    const { emailRenderers } = await import('./email-renderers.ts');
    await drainOutbox(context, emailRenderers(context));
  };
  return [
    { name: 'outbox.drain', cron: '* * * * *', run, isDue: () => hasDueMail(context) },
    { name: 'outbox.forget', cron: '50 3 * * *', run: () => forgetWordsGivenUp(context) },
    { name: 'outbox.watch', cron: '*/10 * * * *', run: () => watchMailBacklog(context) },
  ];
}
