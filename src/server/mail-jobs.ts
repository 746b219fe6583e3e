import { drainOutbox, hasDueMail, watchMailBacklog } from '#platform/outbox/outbox.ts';
import type { Job } from '#platform/queue/job.ts';
import type { AppContext } from './app-context.ts';

/**
 * Sends what the modules have written into the outbox; every minute, and soon after a commit that asks for
 * it; and watches how long mails wait. In a portal it runs in the background (background.ts), so the
 * templates are loaded there alone.
 */
export function mailJobs(context: AppContext): Job[] {
  const run = async () => {
    const { emailRenderers } = await import('./email-renderers.ts');
    await drainOutbox(context, emailRenderers(context));
  };
  return [
    { name: 'outbox.drain', cron: '* * * * *', run, isDue: () => hasDueMail(context) },
    { name: 'outbox.watch', cron: '*/10 * * * *', run: () => watchMailBacklog(context) },
  ];
}
