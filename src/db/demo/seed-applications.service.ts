import { addDays } from '#kit/plain-date.ts';
import { Refusal } from '#kit/refusal.ts';
import { applicationShape } from '#modules/careers/application.shapes.ts';
import { receiveApplication, type Reception } from '#modules/careers/apply.service.ts';
import { demoApplications } from './applications.ts';

/** Sends the demo's job applications through the portal's own door, each once under its own key. */
export async function seedDemoApplications(reception: Reception): Promise<void> {
  for (const [i, typed] of demoApplications(addDays(reception.clock.today(), 30)).entries()) {
    // Without a network address, so that they use up none of the five applications a network may send.
    const sent = {
      form: applicationShape.parse(typed),
      idempotency_key: `demo-application-${i}`,
      ip: 'demo',
    };
    // Sent on an earlier day, with another day to start on.
    await receiveApplication(reception, sent).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
    });
  }
}
