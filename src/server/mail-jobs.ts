import { accountLetters } from '#modules/accounts/emails/account-emails.service.ts';
import { billingLetters } from '#modules/billing/emails/billing-emails.service.ts';
import { mandateLetters } from '#modules/billing/emails/mandate-emails.service.ts';
import { noticeLetters } from '#modules/billing/emails/payment-emails.service.ts';
import { refundLetters } from '#modules/billing/emails/refund-emails.service.ts';
import { careersLetters } from '#modules/careers/careers-emails.service.ts';
import { orderLetters } from '#modules/orders/emails/order-emails.service.ts';
import { requestLetters } from '#modules/orders/emails/request-emails.service.ts';
import { routeLetters } from '#modules/orders/emails/route-information.service.ts';
import { seatLetters } from '#modules/seats/seat-emails.service.ts';
import { drainOutbox, type Renderers } from '#platform/outbox/outbox.ts';
import type { Job } from '#platform/queue/job.ts';
import type { House } from './app-context.ts';

type LettersOf = (house: House) => Renderers;

/** Every module's kinds of mail, in the order of the modules. */
const moduleLetters: LettersOf[] = [
  accountLetters,
  seatLetters,
  billingLetters,
  mandateLetters,
  noticeLetters,
  refundLetters,
  orderLetters,
  requestLetters,
  routeLetters,
  careersLetters,
];

/**
 * Sends what the modules have written into the outbox; every minute, and soon after a commit that asks for
 * it.
 */
export function mailJobs(house: House): Job[] {
  const renderers: Renderers = Object.assign({}, ...moduleLetters.map((lettersOf) => lettersOf(house)));
  return [{ name: 'outbox.drain', cron: '* * * * *', run: () => drainOutbox(house, renderers) }];
}
