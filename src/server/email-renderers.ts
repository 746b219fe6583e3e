import { accountEmails } from '#modules/accounts/emails/account-emails.service.ts';
import { billingEmails } from '#modules/billing/emails/billing-emails.service.ts';
import { mandateEmails } from '#modules/billing/emails/mandate-emails.service.ts';
import { collectionStopEmails } from '#modules/billing/charges/collection-stop-emails.service.ts';
import { methodEmails } from '#modules/billing/emails/method-emails.service.ts';
import { laterChangedEmails } from '#modules/billing/emails/later-changed-emails.service.ts';
import { disputeEmails } from '#modules/billing/disputes/dispute-emails.service.ts';
import { paymentEmails } from '#modules/billing/emails/payment-emails.service.ts';
import { refundEmails } from '#modules/billing/emails/refund-emails.service.ts';
import { reconciliationEmails } from '#modules/billing/reconciliation/reconciliation-emails.service.ts';
import { careersEmails } from '#modules/careers/careers-emails.service.ts';
import { acceptanceEmails } from '#modules/orders/emails/acceptance-emails.service.ts';
import { amendmentEmails } from '#modules/orders/emails/amendment-emails.service.ts';
import { aidEmails } from '#modules/orders/emails/aid-emails.service.ts';
import { offerEmails } from '#modules/orders/emails/offer-emails.service.ts';
import { orderEmails } from '#modules/orders/emails/order-emails.service.ts';
import { studentEmails } from '#modules/orders/emails/student-emails.service.ts';
import { requestEmails } from '#modules/orders/emails/request-emails.service.ts';
import { secondPersonEmails } from '#modules/orders/second-person/second-person-emails.service.ts';
import { moneyReviewEmails } from '#modules/orders/staff/money-review.service.ts';
import { routeEmails } from '#modules/orders/emails/route-information.service.ts';
import { awardEmails } from '#modules/aid/aid-emails.service.ts';
import { statementEmails } from '#modules/reports/statement/statement-emails.service.ts';
import { workEmails } from '#modules/office/worklist/work-mail.service.ts';
import { seatEmails } from '#modules/seats/seat-emails.service.ts';
import type { Renderers } from '#platform/outbox/outbox.ts';
import type { AppContext } from './app-context.ts';

type Deps = Pick<AppContext, 'config' | 'clock' | 'db' | 'files' | 'pdfRenderer' | 'vault'>;

const moduleEmails: ((deps: Deps) => Renderers)[] = [
  accountEmails,
  seatEmails,
  awardEmails,
  billingEmails,
  mandateEmails,
  paymentEmails,
  refundEmails,
  reconciliationEmails,
  disputeEmails,
  collectionStopEmails,
  methodEmails,
  laterChangedEmails,
  orderEmails,
  offerEmails,
  acceptanceEmails,
  aidEmails,
  amendmentEmails,
  moneyReviewEmails,
  secondPersonEmails,
  studentEmails,
  requestEmails,
  routeEmails,
  statementEmails,
  careersEmails,
  workEmails,
];

export const emailRenderers = (deps: Deps): Renderers =>
  Object.assign({}, ...moduleEmails.map((emailsOf) => emailsOf(deps)));
