import type { ListEndpoint } from '#kit/list/list-endpoint.ts';
import type { ListView } from '#kit/list/list-view.ts';
import { awardList } from '#modules/aid/award-list.ts';
import { listAwards } from '#modules/aid/aid.contract.ts';
import { payoutList } from '#modules/billing/processor-books/payout-list.ts';
import { listPayouts } from '#modules/billing/processor-books/payouts.contract.ts';
import { applicationList } from '#modules/careers/application-list.ts';
import { listApplications } from '#modules/careers/inbox.contract.ts';
import { changeList } from '#modules/catalog/changes/change-list.ts';
import { listChanges } from '#modules/catalog/changes/changes.contract.ts';
import { auditList } from '#modules/office/audit/audit-list.ts';
import { listAudit } from '#modules/office/audit/audit.contract.ts';
import { orderList } from '#modules/office/lists/order-list.ts';
import { listOrderRows } from '#modules/office/lists/order-list.contract.ts';
import { paymentList } from '#modules/office/lists/payment-list.ts';
import { listPaymentRows } from '#modules/office/lists/payment-list.contract.ts';
import { refundList } from '#modules/office/lists/refund-list.ts';
import { listRefundRows } from '#modules/office/lists/refund-list.contract.ts';
import { studentList } from '#modules/office/lists/student-list.ts';
import { listStudentRows } from '#modules/office/lists/student-list.contract.ts';
import { mailList } from '#modules/office/mails/mail-list.ts';
import { listMails } from '#modules/office/mails/mails.contract.ts';
import { owedList } from '#modules/office/owed/owed-list.ts';
import { listOwed } from '#modules/office/owed/owed.contract.ts';
import { parentList } from '#modules/office/people/parent-list.ts';
import { listParents } from '#modules/office/people/people.contract.ts';
import { waitingList } from '#modules/office/waiting/waiting-list.ts';
import { listWaitingChildren } from '#modules/office/waiting/waiting.contract.ts';
import { claimList } from '#modules/orders/aid/claim-list.ts';
import { listAidClaims } from '#modules/orders/aid/aid-claims.contract.ts';
import { amendmentList } from '#modules/orders/amendments/amendment-list.ts';
import { listAmendments } from '#modules/orders/amendments/amendment-list.contract.ts';
import { offerList } from '#modules/orders/offers/offer-list.ts';
import { listOffers } from '#modules/orders/offers/offers.contract.ts';
import { paperList } from '#modules/orders/paper/paper-list.ts';
import { listPapers } from '#modules/orders/paper/paper-list.contract.ts';
import { requestList } from '#modules/orders/requests/request-list.ts';
import { listRequests } from '#modules/orders/requests/refund-inbox.contract.ts';

type Listed = readonly [ListEndpoint, Pick<ListView<never>, 'views'>];

const LISTS: readonly Listed[] = [
  [listParents, parentList],
  [listStudentRows, studentList],
  [listOrderRows, orderList],
  [listPaymentRows, paymentList],
  [listOwed, owedList],
  [listRefundRows, refundList],
  [listRequests, requestList],
  [listWaitingChildren, waitingList],
  [listOffers, offerList],
  [listPapers, paperList],
  [listAmendments, amendmentList],
  [listAwards, awardList],
  [listAidClaims, claimList],
  [listApplications, applicationList],
  [listMails, mailList],
  [listAudit, auditList],
  [listChanges, changeList],
  [listPayouts, payoutList],
];

export type ListCalls = { name: string; queries: string[]; path: string };

/** Each list under each of its sorts and each view that comes with the portal (OF1.9). */
export const listCalls = (): ListCalls[] =>
  LISTS.map(([{ name, path, sorts }, { views }]) => ({
    name,
    path,
    queries: [
      ...Object.keys(sorts).map((sort) => ({ sort })),
      ...views.map(({ query }) => query as Record<string, string>),
    ].map((query) => String(new URLSearchParams(query as Record<string, string>))),
  }));
