import { beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#kit/durations.ts';
import type { EndpointDefinition } from '#kit/endpoint/endpoint.ts';
import { aFamily, logInAs, type Person } from '#tests/support/app/people.ts';
import {
  A_REASON,
  aStaffMember,
  impersonate as impersonateAs,
  type StaffMember,
} from '#tests/support/app/staff.ts';
import { openTestApp } from '#tests/support/app/test-app.ts';

const { context, app } = await openTestApp();
let staff: Person & Pick<StaffMember, 'user_id'>;
let parentId: number;

beforeEach(async () => {
  context.clock.advanceDays(1);
  const member = await aStaffMember(app, context.db);
  staff = { ...(await logInAs(app, member)), user_id: member.user_id };
  [{ id: parentId }] = (await (await aFamily(app)).call('GET', '/user')).items;
});

const impersonate = () =>
  staff.call('POST', `/admin/parents/${parentId}/impersonation`, { reason: A_REASON });
const prove = (password: string) => staff.call('POST', '/user/prove', { password });
const SAYS = 'Please confirm your password to do this.';

describe('a call that wants the password', () => {
  /** @shows H2.5 */
  it('is made for five minutes after the login, then refused', async () => {
    context.clock.advanceMs(5 * MINUTE_MS - 1);
    expect((await impersonate()).status).toBe(200);
    context.clock.advanceMs(1);
    const refused = await impersonate();
    expect([refused.status, refused.errors]).toEqual([403, [SAYS]]);
  });

  /** @shows H2.5 */
  it('is made again once the password was given again, which leaves a row', async () => {
    context.clock.advanceMs(30 * MINUTE_MS);
    expect((await prove(staff.password)).status).toBe(200);
    const { rows } = await context.database.pool.query(
      'select action from audit_log order by id desc limit 1',
    );
    expect(rows).toEqual([{ action: 'session.prove' }]);
    expect((await impersonate()).status).toBe(200);
    context.clock.advanceMs(5 * MINUTE_MS);
    expect((await impersonate()).status).toBe(403);
  });

  it('is not made after a wrong password; five of them shut the check', async () => {
    context.clock.advanceMs(30 * MINUTE_MS);
    const tried: number[] = [];
    for (let n = 0; n < 6; n += 1) tried.push((await prove('wrong one')).status);
    expect(tried).toEqual([422, 422, 422, 422, 422, 429]);
    expect([(await prove(staff.password)).status, (await impersonate()).status]).toEqual([429, 403]);
  });

  it('is proved for its own session alone', async () => {
    const other = await logInAs(app, staff);
    context.clock.advanceMs(30 * MINUTE_MS);
    await other.call('POST', '/user/prove', { password: staff.password });
    expect((await impersonate()).status).toBe(403);
  });
});

const isWrite = ({ method }: EndpointDefinition) => method !== 'GET';
const isForStaff = ({ guard }: EndpointDefinition) => typeof guard === 'object';
const isOpenToImpersonators = ({ guard, impersonation }: EndpointDefinition) =>
  guard === 'account' && impersonation !== 'refused';

/** What staff write without a proof, with what it does instead of moving, waiving or awarding money. */
const OF_STAFF_WITHOUT_PROOF: Readonly<Record<string, string>> = {
  addApplicationNote: 'adds words',
  addNote: 'adds words',
  addView: 'keeps how a list is looked at',
  addWaiting: 'waits',
  askForAcceptance: 'mails the family',
  askForMethod: 'mails the family',
  askForPhoto: 'mails the family',
  changeNote: 'adds words',
  changeStudent: 'changes details, and the family is mailed which',
  changeView: 'keeps how a list is looked at',
  claimWork: 'says who does a piece of work',
  declineRefund: 'refuses money, and the family may ask again',
  declineSecondPerson: 'refuses money, and a colleague may ask again',
  discardRollover: 'throws a plan away; no season changes',
  discardTextDraft: 'takes away words that families never saw',
  editRolloverRows: 'changes a plan; no season changes',
  endSessions: 'closes a login',
  explainDifference: 'adds words',
  findPrintedContract: 'reads',
  inviteFamily: 'makes an account that its family opens by a mailed link',
  mailPasswordReset: 'mails the family',
  makeOffer: 'keeps a seat, and the family decides',
  makeRollover: 'makes a draft that no family sees, and can be undone',
  markApplication: 'adds words',
  offerWaiting: 'keeps a seat for a day',
  openRollover: 'makes a plan; no season changes',
  planManyChanges: 'reads',
  playRehearsal: 'plays on a copy of a season, with made-up families',
  previewAmendment: 'reads',
  previewCatalogChanges: 'reads',
  previewEnding: 'reads',
  previewOffer: 'reads',
  prolongWaitingOffer: 'keeps a seat for two days more',
  putCheckAside: 'adds words',
  putPrintedAside: 'keeps a check that nothing is made of',
  readMatterAgain: 'reads',
  registerStudent: 'adds',
  releaseApplication: 'mails the office',
  remindOfPayment: 'mails the family',
  removeNote: 'takes own words of a day away',
  removeView: 'keeps how a list is looked at',
  removeWaiting: 'waits no more, and the family may wait again',
  resendOffer: 'mails once more what was mailed',
  resendVerificationOf: 'mails the family',
  runJobNow: 'runs once more what runs by itself',
  saveCatalogChanges: 'can be undone; facts of the company want the proof',
  saveLandingMessages: 'changes words of a school’s page',
  saveRequestWindow: 'opens a form to families',
  saveRollover: 'changes a plan; no season changes',
  saveTextDraft: 'keeps words that families do not see',
  sendMailAgain: 'mails once more what was mailed',
  sendPapers: 'mails the family',
  setWorkMail: 'sends staff an email about their own work or not',
  settleMatter: 'adds words',
  stopRehearsal: 'ends a play; nothing else changes',
  takeCheckBack: 'shows a check again',
  takeDisputePapers: 'makes a file',
  takeInDifference: 'reads at the processor what has happened there',
  takeUpRefund: 'tells the family',
  takeWaitingOfferBack: 'gives a seat of a day on',
  uploadCatalogFile: 'stores a file that nobody sees before a change set names it',
  uploadPhotoByStaff: 'adds a photo, and the family is mailed',
  uploadScan: 'stores a file that nobody sees before a sale names it',
  uploadSeason: 'reads a file',
  withdrawAmendment: 'a contract stays as it is; the family is told',
  withdrawOffer: 'refuses a sale, and another offer may follow',
  writeNotes: 'adds words',
};

const IMPERSONATING_WITHOUT_PROOF: Readonly<Record<string, string>> = {
  askForOwnPasskey: 'is the way to a proof',
  createAddress: 'adds',
  createStudent: 'adds',
  holdSeat: 'keeps a seat for minutes',
  joinWaitingList: 'waits',
  leaveWaitingList: 'waits no more',
  logout: 'closes a login',
  printContract: 'prints',
  proveAgain: 'is the way to a proof',
  proveWithPasskey: 'is the way to a proof',
  quoteOrder: 'reads',
  releaseHold: 'gives a seat of minutes back',
  reportFieldsError: 'counts',
  resendVerificationEmail: 'mails',
  resumeOrder: 'reads the answer of an order that was placed',
  stopImpersonation: 'closes a login',
  updateAddress: 'changes',
  updateStudent: 'changes',
  updateUser: 'changes',
  uploadStudentPhoto: 'adds',
  verifyFinancialAidCode: 'reads',
};

describe('the calls that want it', () => {
  /** @shows H2.5 MH19.1 OF0.23 */
  it('are all by which staff move, waive or award money, open a family, take data or change a login', () => {
    const without = app.endpoints.filter((one) => isForStaff(one) && isWrite(one) && one.proof !== 'recent');
    expect(without.map(({ name }) => name).toSorted()).toEqual(Object.keys(OF_STAFF_WITHOUT_PROOF));
  });

  /** @shows MH19.2 */
  it('are all by which staff who impersonate a parent charge, discount or erase', () => {
    const without = app.endpoints.filter((one) => isOpenToImpersonators(one) && isWrite(one) && !one.proof);
    expect(without.map(({ name }) => name).toSorted()).toEqual(Object.keys(IMPERSONATING_WITHOUT_PROOF));
  });

  it('are those by which a family changes how it logs in', () => {
    const wanted = app.endpoints.filter((one) => !isForStaff(one) && one.proof === 'recent');
    expect(wanted.map(({ name }) => name).toSorted()).toEqual([
      'removeAuthenticator',
      'renewRecoveryCodes',
      'startAuthenticator',
      'startPasskey',
    ]);
  });
});

/** @shows MH19.2 */
describe('staff who impersonate a parent', () => {
  it('erase and order until five minutes after the proof, and then with their own password', async () => {
    const family = await aFamily(app);
    const seen = await impersonateAs(app, staff, family);
    const erase = () => seen.call('DELETE', '/student/999999');
    expect((await erase()).status).toBe(404);
    context.clock.advanceMs(5 * MINUTE_MS);
    const refused = [await erase(), await seen.call('POST', '/order', {})];
    expect(refused.map(({ status, errors }) => [status, errors])).toEqual([
      [403, [SAYS]],
      [403, [SAYS]],
    ]);
    expect((await seen.call('POST', '/user/prove', { password: 'of somebody else' })).status).toBe(422);
    expect((await erase()).status).toBe(403);
    expect((await seen.call('POST', '/user/prove', { password: staff.password })).status).toBe(200);
    expect((await erase()).status).toBe(404);
    const { rows } = await context.database.pool.query(
      `select actor_id, on_behalf_of_id is not null as is_on_behalf from audit_log
        where action = 'session.prove' order by id desc limit 1`,
    );
    expect(rows).toEqual([{ actor_id: staff.user_id, is_on_behalf: true }]);
  });

  it('ask a family for nothing: its own calls go on without a proof', async () => {
    const family = await aFamily(app);
    context.clock.advanceMs(30 * MINUTE_MS);
    expect((await family.call('DELETE', '/student/999999')).status).toBe(404);
    expect((await family.call('POST', '/order', {})).status).toBe(422);
  });
});
