import { accountLetters } from '#modules/accounts/letters.service.ts';
import { billingLetters } from '#modules/billing/letters.service.ts';
import { mandateLetters } from '#modules/billing/mandate-letters.service.ts';
import { noticeLetters } from '#modules/billing/notice-letters.service.ts';
import { refundLetters } from '#modules/billing/refund-letters.service.ts';
import { careersLetters } from '#modules/careers/letters.service.ts';
import { orderLetters } from '#modules/orders/letters.service.ts';
import { requestLetters } from '#modules/orders/request-letters.service.ts';
import { routeLetters } from '#modules/orders/route-information.service.ts';
import { seatLetters } from '#modules/seats/letters.service.ts';
import { drainOutbox, type Renderers } from '#platform/outbox/outbox.ts';
import type { Job } from '#platform/queue/job.ts';
import type { House } from './house.ts';

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
