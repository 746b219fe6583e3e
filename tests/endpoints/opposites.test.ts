import { expect, it } from 'vitest';
import type { EndpointDefinition } from '#kit/endpoint/endpoint.ts';
import { openTestApp } from '#tests/support/app/test-app.ts';

const { app } = await openTestApp();

const nameOf = ({ method, path }: EndpointDefinition) => `${method} ${path}`;

/** What staff enter by hand, and the call that takes the entry back. */
const OPPOSITES: Readonly<Record<string, string>> = {
  'POST /admin/catalog/changes': 'POST /admin/catalog/changes/:id/undo',
  'POST /admin/congestion-fees': 'POST /admin/congestion-fees/:id/withdraw',
  'POST /admin/offers': 'POST /admin/offers/:id/withdraw',
  'POST /admin/offers/paper': 'POST /order/:id/cancel',
  'POST /admin/printed-contracts/order': 'POST /order/:id/cancel',
  'POST /admin/order/:id/check': 'POST /order/:order_id/payment/:payment_id/reverse',
  'POST /admin/order/:id/aid/confirm': 'PUT /order/:order_id/payment/:payment_id',
  // A refund by check or to the driver fund; one at the processor is money that has gone.
  'POST /admin/order/:id/refund': 'POST /admin/order/:id/refund/:refund_id/reverse',
  // Nothing is undone: the opposite amendment follows (OF5.12).
  'POST /admin/amendments/:id/paper': 'POST /admin/order/:id/amendments',
  'POST /admin/order/:id/amendments': 'POST /admin/amendments/:id/withdraw',
  'POST /admin/parents/:id/impersonation': 'POST /impersonation/stop',
  // Refunds the request, by check too.
  'POST /admin/refund-requests/:id/finish': 'POST /admin/order/:id/refund/:refund_id/reverse',
  'POST /admin/rehearsals': 'POST /admin/rehearsals/:id/stop',
  'POST /admin/refund-requests/:id/take-up': 'POST /admin/refund-requests/:id/decline',
  'POST /admin/students/:id/photo': 'DELETE /admin/students/:id/photo',
  'POST /admin/seasons/:id/rollover': 'DELETE /admin/seasons/:id/rollover',
  'POST /admin/seasons/:id/rollover/make': 'POST /admin/catalog/changes/:id/undo',
  'POST /admin/seasons/:id/checks/put-aside': 'POST /admin/seasons/:id/checks/take-back',
  'POST /admin/seasons/:id/checks/take-back': 'POST /admin/seasons/:id/checks/put-aside',
  'POST /admin/reports/ledger/months': 'POST /admin/reports/ledger/months/:month/open',
  'POST /admin/reports/ledger/months/:month/open': 'POST /admin/reports/ledger/months',
  'POST /admin/season-imports/:id/apply': 'POST /admin/catalog/changes/:id/undo',
  'POST /admin/parents/:id/notes': 'DELETE /admin/notes/:id',
  'POST /admin/views': 'DELETE /admin/views/:id',
  'POST /admin/staff/:id/disable': 'POST /admin/staff/:id/enable',
  'POST /admin/staff/:id/enable': 'POST /admin/staff/:id/disable',
  'POST /admin/staff/invitations': 'DELETE /admin/staff/invitations/:id',
  'POST /admin/awards': 'POST /admin/awards/:id/end',
  'POST /admin/waiting': 'DELETE /admin/waiting/:id',
  'POST /admin/waiting/:id/offer': 'POST /admin/waiting/:id/take-back',
  'POST /admin/waiting/:id/take-back': 'POST /admin/waiting/:id/offer',
  'POST /order/:order_id/payment/:payment_id/charge': 'POST /admin/order/:id/refund',
  // Receives a check or cash, waives, and changes amount and day, by one version.
  'PUT /order/:order_id/payment/:payment_id': 'POST /order/:order_id/payment/:payment_id/reverse',
};

/** The same call with the value of before takes it back. */
const SAVED_AGAIN: readonly string[] = [
  'PUT /admin/applications/:id',
  'PUT /admin/awards/:id',
  'PUT /admin/awards/budgets/:period_id/:program_group_id',
  'PUT /admin/landing-messages/:id',
  'PUT /admin/reports/ledger/accounts/:account',
  'PUT /admin/request-windows/:id',
  'PUT /admin/seasons/:id/rollover',
  'PUT /admin/seasons/:id/rollover/rows',
  'PUT /admin/staff/:id',
  'PUT /admin/texts/:field/:kind/:id/draft',
  'PUT /admin/notes/:id',
  'PUT /admin/students/:id',
  'PUT /admin/views/:id',
  'PUT /admin/work-mail',
  'PUT /admin/worklist/claim',
  'PUT /order/:id/notes',
];

/** What enters no facts by hand, or cannot be taken back, with the reason. */
const WITHOUT: Readonly<Record<string, string>> = {
  'DELETE /admin/seasons/:id/rollover': 'is the opposite; a plan may be opened again',
  'DELETE /admin/staff/invitations/:id': 'is the opposite; the person may be invited again',
  'DELETE /admin/texts/:field/:kind/:id/draft': 'the draft may be saved again',
  'DELETE /admin/students/:id/photo': 'is the opposite; a photo may be stored again',
  'DELETE /admin/notes/:id': 'is the opposite; the note may be written again',
  'DELETE /admin/views/:id': 'is the opposite; the view may be kept again',
  'DELETE /admin/waiting/:id': 'is the opposite; the child may be added again, at the end',
  'POST /admin/families': 'an account without a password, which its family opens or deletes',
  'POST /admin/parents/:id/students': 'the family removes a child without contracts, as one of its own',
  'POST /admin/aid-codes': 'a code is ended by its expires_on or max_uses in a season import',
  'POST /admin/amendments/:id/withdraw': 'is the opposite; the change may be proposed again',
  'POST /admin/order/:id/amendments/preview': 'reads',
  'POST /admin/applications/:id/notes': 'a note stands with its author; another note corrects it',
  'POST /admin/applications/:id/release': 'a letter has left',
  'POST /admin/approvals/:id/approve': 'does what a colleague asked for, which has its own opposite',
  'POST /admin/approvals/:id/decline': 'the colleague may ask again',
  'POST /admin/awards/:id/end': 'is the opposite; the aid may be granted again',
  'POST /admin/awards/:id/link': 'the award may be ended, and granted again',
  'POST /admin/catalog/changes/:id/undo': 'is the opposite; the changes may be saved again',
  'POST /admin/catalog/preview': 'reads',
  'POST /admin/seasons/:id/many': 'reads',
  'POST /admin/clock': 'time of the sandbox goes on',
  'POST /admin/rehearsals/:id/stop': 'is the opposite; the rehearsal may be played again',
  'POST /admin/congestion-fees/:id/withdraw': 'is the opposite; the fee may be announced again',
  'POST /admin/disputes/:id/papers': 'makes a file',
  'POST /admin/exports': 'makes a file',
  'POST /admin/reports/files': 'makes a file',
  'POST /admin/statements/:year/mail': 'mails have left',
  'POST /admin/files': 'a file that no change set names is deleted after a week',
  'POST /admin/health/run': 'runs once more what runs by itself',
  'POST /admin/mails/:id/send-again': 'a mail has left',
  'POST /admin/money/read-again': 'reads',
  'POST /admin/money/refunds/:ref/record':
    'the processor has made the refund; the order is that of its charge',
  'POST /admin/money/release': 'the next refusals stop the collection again',
  'POST /admin/money/settle': 'a note; what happens again is listed again',
  'POST /admin/offers/preview': 'reads',
  'POST /admin/printed-contracts/find': 'reads',
  'POST /admin/printed-contracts/put-aside': 'another note may replace it; the order or the family ends it',
  'POST /admin/scans': 'a scan that no sale names is deleted after a week',
  'POST /admin/offers/:id/resend': 'a mail has left',
  'POST /admin/offers/:id/withdraw': 'is the opposite; the family may get another offer',
  'POST /admin/order/:id/acceptance/mail': 'a mail has left',
  'POST /admin/parents/:id/delete': 'erases what the family has asked to erase',
  'POST /admin/parents/:id/method-mail': 'a mail has left',
  'POST /admin/parents/:id/reset-mail': 'a mail has left',
  'POST /admin/parents/:id/verification-mail': 'a mail has left',
  'POST /admin/students/:id/photo-mail': 'a mail has left',
  'POST /order/:order_id/payment/:payment_id/reminder': 'a mail has left',
  'POST /admin/order/:id/aid/decline': 'the family was told, and may order anew',
  'POST /admin/order/:id/refund/:refund_id/reverse': 'is the opposite; the refund may be given again',
  'POST /admin/parents/:id/family-data': 'makes a file',
  'POST /admin/reconciliation/differences/:id/explain': 'words, which may be written again',
  'POST /admin/reconciliation/differences/:id/take-in': 'reads at the processor what has happened there',
  'POST /admin/refund-requests/:id/decline': 'the family may ask again',
  'POST /admin/season-exports': 'makes a file',
  'POST /admin/season-imports': 'reads a file, which is deleted after a week',
  'POST /admin/staff/:id/reset-factor': 'the person sets the factor up again',
  'POST /admin/staff/invitations/:id/resend': 'a mail has left',
  'POST /admin/users/:id/end-sessions': 'the person logs in again',
  'POST /admin/waiting/:id/prolong': 'the family was told of the hour; the offer may be taken back',
  'POST /admin/orders/:id/end/preview': 'reads',
  'POST /admin/orders/:id/end': 'the seat is sold on; the family may order anew',
  'POST /admin/order/:id/papers-mail': 'a mail has left',
  'POST /order/:id/cancel': 'the seat is sold on; the family may order anew',
  'POST /order/:order_id/payment/:payment_id/reverse': 'is the opposite; what came may be entered again',
};

/** @shows MC9.7 */
it('each call by which staff enter something has an opposite, or the reason why there is none', () => {
  const calls = app.endpoints.map(nameOf);
  const written = app.endpoints.filter(({ guard, method }) => typeof guard === 'object' && method !== 'GET');
  const listed = [...Object.keys(OPPOSITES), ...SAVED_AGAIN, ...Object.keys(WITHOUT)];
  expect(listed.toSorted()).toEqual(written.map(nameOf).toSorted());
  expect(Object.values(OPPOSITES).filter((opposite) => !calls.includes(opposite))).toEqual([]);
});
