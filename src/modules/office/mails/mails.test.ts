import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { drainOutbox, enqueue, forgetWordsGivenUp, type Renderers } from '#platform/outbox/outbox.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { aBuyer, openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';

let shop: SeasonApp;
let staff: StaffMember;
beforeAll(async () => {
  shop = await openSeasonApp();
  staff = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleSuperAdmin' });
});
afterAll(() => shop.close());
beforeEach(() => shop.context.db.execute('delete from outbox').then(() => undefined));

const renderers: Renderers = {
  note: async () => ({ to: ['min-jun@park.example'], subject: 'A note', html: '<p>Hi</p>', text: 'Hi' }),
};

const post = (ref: string, payload: Record<string, unknown> = {}) =>
  shop.context.db.transaction((tx) => enqueue(tx, shop.context.clock.now(), { kind: 'note', ref, payload }));

/** Drains through a mail server that refuses everything with an answer. */
function refuse(command: string, response: string) {
  const error = Object.assign(new Error(response), {
    code: 'EENVELOPE',
    command,
    response,
    responseCode: 550,
  });
  return drainOutbox({ ...shop.context, mail: { send: () => Promise.reject(error) } }, renderers);
}

const read = async (state: string) => (await staff.call('GET', `/admin/mails?state=${state}`)).items[0];
const healthOf = async () => {
  const { lines } = (await staff.call('GET', '/admin/health')).items[0];
  return Object.fromEntries(lines.map((line: { key: string }) => [line.key, line]));
};

describe('emails that the mail server refuses', () => {
  /** @shows MO4.3 */
  it('of one address are listed for staff without the address, and sent again by a button', async () => {
    await post('a', { order_id: 7 });
    await refuse('RCPT TO', '550 5.1.1 <min-jun@park.example>: User unknown');
    const { rows, refused } = await read('given_up');
    expect(refused).toBe(null);
    expect(rows).toEqual([
      expect.objectContaining({
        kind: 'note',
        order_id: 7,
        parent: null,
        state: 'given_up',
        tries: 1,
        fault: 'address',
        last_error: 'EENVELOPE 550 5.1.1 RCPT TO',
      }),
    ]);
    expect(JSON.stringify(rows)).not.toContain('park.example');
    expect((await healthOf()).mail).toMatchObject({
      state: 'look',
      value: expect.stringContaining('0 waiting, 1 given up'),
    });

    const path = `/admin/mails/${rows[0].id}/send-again`;
    expect((await staff.call('POST', path)).status).toBe(200);
    expect((await read('given_up')).rows).toEqual([]);
    expect((await read('waiting')).rows).toEqual([expect.objectContaining({ tries: 0, fault: null })]);
    expect(await staff.call('POST', path)).toMatchObject({ status: 409 });
    const [audited] = (await staff.call('GET', '/admin/audit?action=mail')).items[0].rows;
    expect(audited).toMatchObject({ action: 'mail.send_again', subject: `mail:${rows[0].id}` });
    await drainOutbox(shop.context, renderers);
    expect(shop.context.mail.sent.map(({ ref }) => ref)).toContain('note.a');
  });

  /** @shows MO4.3 */
  it('and whose words were deleted after a month are not sent again, and have no button', async () => {
    const { db, clock } = shop.context;
    const words = { reason: 'Moved' };
    await db.transaction(async (tx) => {
      await enqueue(tx, clock.now(), { kind: 'note', ref: 'd', payload: { order_id: 7 }, words });
      await enqueue(tx, clock.now(), { kind: 'note', ref: 'e', payload: {} });
    });
    await refuse('RCPT TO', '550 5.1.1 User unknown');
    const both = async () => (await read('given_up')).rows.map((row: any) => row.may_send_again);
    expect(await both()).toEqual([true, true]);
    await db.execute("update outbox set given_up_at = given_up_at - interval '31 days'");
    await forgetWordsGivenUp(shop.context);
    const { rows } = await read('given_up');
    expect(rows.map((row: any) => [row.order_id, row.may_send_again])).toEqual([
      [null, true],
      [7, false],
    ]);
    expect(await staff.call('POST', `/admin/mails/${rows[1].id}/send-again`)).toMatchObject({ status: 409 });
  });

  /** @shows MO4.1 */
  it('of the sender wait, and staff read what to correct', async () => {
    for (const ref of ['b', 'c']) await post(ref);
    await refuse('MAIL FROM', '550 5.7.1 Sender not authorized');
    const { rows, refused } = await read('waiting');
    expect([rows.length, refused]).toEqual([2, 'sender']);
    expect((await read('given_up')).rows).toEqual([]);
    expect((await healthOf()).mail).toMatchObject({
      state: 'bad',
      sentence: expect.stringContaining('MAIL_FROM'),
    });
  });

  it('are none of a family’s business', async () => {
    const family = await aBuyer(shop.app);
    const statuses = await Promise.all([
      family.call('GET', '/admin/mails'),
      family.call('GET', '/admin/health'),
      family.call('POST', '/admin/mails/1/send-again'),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([403, 403, 403]);
  });
});

/** @shows MO8.1 */
it('a proxy that TRUST_PROXY does not count is told on the health page', async () => {
  for (let nr = 0; nr < 20; nr += 1)
    await shop.app.inject({ url: '/api/server/info', headers: { 'x-forwarded-for': '203.0.113.7' } });
  expect((await healthOf()).proxy).toMatchObject({
    state: 'bad',
    value: 'TRUST_PROXY is 0',
    sentence: expect.stringContaining('Set TRUST_PROXY to the number of proxies'),
  });
});
