import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EndpointDefinition } from '#kit/endpoint/endpoint.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { callEndpoint, isForStaff } from '#tests/support/endpoints/call-endpoint.ts';
import { createPlayers, type Players } from '#tests/support/endpoints/players.ts';
import { samples } from '#tests/support/endpoints/samples.ts';

let shop: SeasonApp;
let cast: Players;
let posted: readonly EndpointDefinition[];

beforeAll(async () => {
  shop = await openSeasonApp();
  cast = await createPlayers(shop);
  posted = shop.app.endpoints.filter((one) => isForStaff(one) && one.method === 'POST');
});
afterAll(() => shop.close());

/** Sales, charges, refunds, invitations and mails, each a row of a table. */
const ONE_ROW_EACH = [
  'charge_attempts',
  'sale_offers',
  'congestion_fees',
  'journal',
  'order_refunds',
  'orders',
  'outbox',
  'refunds',
  'user_roles',
];

async function countRows(): Promise<Record<string, number>> {
  const counts = ONE_ROW_EACH.map((table) => `(select count(*)::int from ${table}) as ${table}`);
  const { rows } = await shop.context.db.execute<Record<string, number>>(
    sql.raw(`select ${counts.join(', ')}`),
  );
  return rows[0]!;
}

/** The calls that do so, and the answer to the second sending. */
const DONE_ONCE = [
  'approveSecondPerson 200',
  'askForAcceptance 409',
  'askForMethod 409',
  'askForPhoto 409',
  'cancelOrder 409',
  'confirmAid 200',
  'declineAid 200',
  'declineRefund 200',
  'declineSecondPerson 200',
  'deleteAccountByStaff 404',
  'disableStaff 200',
  'endContract 200',
  'finishRefund 200',
  'inviteFamily 200',
  'inviteStaff 200',
  'linkAward 200',
  'mailPasswordReset 409',
  'makeOffer 200',
  'offerWaiting 200',
  'orderPrintedContract 200',
  'proposeAmendment 200',
  'receiveCheck 409',
  'refundOrder 200',
  'releaseApplication 200',
  'remindOfPayment 409',
  'resendInvitation 200',
  'resendOffer 200',
  'resendVerificationOf 409',
  'resetStaffFactor 409',
  'sellOnPaper 200',
  'sendPapers 409',
  'signAmendmentOnPaper 200',
  'takeUpRefund 200',
  'takeWaitingOfferBack 200',
  'uploadPhotoByStaff 200',
  'withdrawAmendment 200',
  'withdrawOffer 409',
];

type Sent = { name: string; again: number; isDoneTwice: boolean; isDone: boolean };

async function sendTwice(definition: EndpointDefinition): Promise<Sent> {
  const sample = samples[definition.name]!;
  const sent = await sample.send(await cast.aFamily(), cast);
  const { access_token } = cast.staff.tokens;
  const before = JSON.stringify(await countRows());
  await callEndpoint(shop.app, definition, sent, access_token);
  const after = JSON.stringify(await countRows());
  const { statusCode: again } = await callEndpoint(shop.app, definition, sent, access_token);
  const isDoneTwice = JSON.stringify(await countRows()) !== after;
  return { name: definition.name, again, isDone: before !== after, isDoneTwice };
}

describe('a call of staff that sells, charges, gives back, invites or mails', () => {
  /** @shows OF0.22 */
  it('happens once, however often it is sent: by its key, or by the state of its subject', async () => {
    const tried: Sent[] = [];
    for (const definition of posted) tried.push(await sendTwice(definition));
    expect(tried.filter(({ isDoneTwice }) => isDoneTwice)).toEqual([]);
    const done = tried.filter(({ isDone }) => isDone).map(({ name, again }) => `${name} ${again}`);
    expect(done.toSorted()).toEqual(DONE_ONCE);
  }, 60_000);
});
