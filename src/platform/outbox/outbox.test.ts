import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#kit/durations.ts';
import type { Mail, Mailer } from '#platform/mail/mailer.ts';
import { createTestContext, type TestContext } from '#tests/support/app/test-context.ts';
import { drainOutbox, enqueue, type Renderers } from './outbox.ts';
import { readMailBacklog, readMailFaults, sendGivenUpAgain, watchMailBacklog } from './backlog.ts';

let context: TestContext;

beforeAll(async () => void (context = await createTestContext()));
afterAll(() => context.close());
beforeEach(async () => {
  context.mail.sent.length = 0;
  await context.database.pool.query('delete from outbox');
});

const renderers: Renderers = {
  note: async ({ to }) => ({ to: [String(to)], subject: 'A note', html: '<p>Hello</p>', text: 'Hello' }),
  nothing: async () => undefined,
  broken: async () => Promise.reject(new Error('invariant: no such order')),
};

const post = (ref: string, kind = 'note') =>
  context.db.transaction((tx) =>
    enqueue(tx, context.clock.now(), {
      kind,
      ref,
      payload: { user_id: null },
      words: { to: `${ref}@okafor.example` },
    }),
  );
const drain = () => drainOutbox(context, renderers);
const rows = async () => (await context.database.pool.query('select * from outbox order by id')).rows;

describe('a mail', () => {
  it('is sent once, however often it is decided and drained', async () => {
    await post('a');
    await post('a');
    await drain();
    await post('a');
    await drain();
    expect(context.mail.sent.map((mail) => [mail.to, mail.ref])).toEqual([[['a@okafor.example'], 'note.a']]);
  });

  it('is sent once when several portals drain together', async () => {
    for (let i = 0; i < 50; i += 1) await post(`many${i}`);
    await Promise.all([drain(), drain(), drain(), drain()]);
    expect(context.mail.sent).toHaveLength(50);
    expect(new Set(context.mail.sent.map((mail) => mail.ref)).size).toBe(50);
  });

  it('is not sent when the decision was taken back', async () => {
    const decision = context.db.transaction(async (tx) => {
      await enqueue(tx, context.clock.now(), { kind: 'note', ref: 'undone', payload: {} });
      throw new Error('the order was refused');
    });
    await expect(decision).rejects.toThrow();
    await drain();
    expect(context.mail.sent).toEqual([]);
  });

  it('decided with others is sent once, in the order of the decisions', async () => {
    const note = (ref: string) => ({
      kind: 'note',
      ref,
      payload: { user_id: null },
      words: { to: `${ref}@okafor.example` },
    });
    await context.db.transaction(async (tx) => {
      const now = context.clock.now();
      for (const ref of ['first', 'second', 'first', 'third']) await enqueue(tx, now, note(ref));
    });
    await drain();
    const refs = context.mail.sent.map(({ ref }) => ref);
    expect(refs).toEqual(['note.first', 'note.second', 'note.third']);
  });

  it('that has become pointless is put away', async () => {
    await post('gone', 'nothing');
    await drain();
    expect([context.mail.sent, (await rows())[0].sent_at]).toEqual([[], context.clock.now()]);
  });

  it('of a kind that this portal does not know waits for one that does', async () => {
    await post('new', 'of-the-next-version');
    await drain();
    expect((await rows())[0]).toMatchObject({ tries: 0, sent_at: null });
  });
});

describe('a mail server that is down', () => {
  it('for a day gets each mail once, soon after it is back', async () => {
    for (const ref of ['x', 'y', 'z']) await post(ref);
    context.mail.fail(Infinity);
    for (let minute = 0; minute < 24 * 60; minute += 15) {
      await drain();
      context.clock.advanceMs(15 * 60_000);
    }
    context.mail.fail(0);
    await drain();
    await drain();
    expect(context.mail.sent.map((mail) => mail.ref)).toEqual(['note.x', 'note.y', 'note.z']);
  });

  it('is not asked again at once', async () => {
    await post('later');
    context.mail.fail(1);
    await drain();
    await drain();
    expect(context.mail.sent).toEqual([]);
    context.clock.advanceMs(30_000);
    await drain();
    expect(context.mail.sent).toHaveLength(1);
  });

  it('is given up after one batch, however many wait', async () => {
    for (let i = 0; i < 45; i += 1) await post(`crowd${i}`);
    context.mail.fail(Infinity);
    await drain();
    expect((await rows()).filter((row) => row.tries > 0)).toHaveLength(20);
    context.mail.fail(0);
    await drain();
    context.clock.advanceMs(30_000);
    await drain();
    expect(context.mail.sent).toHaveLength(45);
  });

  it('leaves a word of what was wrong, and nobody’s address', async () => {
    await post('secret-person');
    context.mail.fail(1);
    await drain();
    expect(JSON.stringify((await rows())[0].last_error)).toBe('"Error"');
  });
});

const answered = (code: string, responseCode: number, command: string, words = '') =>
  Object.assign(new Error('the server says no'), {
    code,
    responseCode,
    command,
    response: `${responseCode} ${words}`,
  });

const drainThrough = (send: Mailer['send']) => drainOutbox({ ...context, mail: { send } }, renderers);

describe('one bad mail', () => {
  it('does not hold up the others', async () => {
    await post('bad', 'broken');
    await post('good');
    await drain();
    expect(context.mail.sent.map((mail) => mail.ref)).toEqual(['note.good']);
  });

  /** @shows H16.1 */
  it('nor do forty-five, tried or not: a new mail leaves with the next drain', async () => {
    for (let i = 0; i < 45; i += 1) await post(`bad${i}`, 'broken');
    await drain();
    await post('new');
    context.clock.advanceMs(10 * MINUTE_MS);
    await drain();
    expect(context.mail.sent.map((mail) => mail.ref)).toEqual(['note.new']);
  });

  /** @shows H16.1 */
  it('is tried after what was never tried, and by the time of its next try', async () => {
    for (let i = 0; i < 20; i += 1) await post(`later${i}`);
    await post('sooner');
    await context.database.pool.query(
      `update outbox set tries = 3, next_try_at = $1::timestamptz
        - case ref when 'sooner' then interval '2 minutes' else interval '1 minute' end`,
      [context.clock.now()],
    );
    await post('new');
    let batches = 0;
    await drainOutbox(context, renderers, {
      beforeBatch: async () => void (batches += 1),
      isStopping: () => batches > 1,
    });
    const first = context.mail.sent.map((mail) => mail.ref);
    expect([first[0], first.includes('note.sooner'), first.length]).toEqual(['note.new', true, 20]);
  });
});

describe('a mail that the mail server refuses', () => {
  const refuse = (error: Error) => async (mail: Mail) => {
    if (mail.ref === 'note.wrong') throw error;
    return context.mail.send(mail);
  };
  const refuseAll = (error: Error) => () => {
    throw error;
  };
  const states = async () =>
    (await rows()).map(({ ref, tries, sent_at, given_up_at, fault }) => [
      ref,
      tries,
      sent_at !== null,
      given_up_at !== null,
      fault,
    ]);
  const SENDER = answered('EENVELOPE', 550, 'MAIL FROM', '5.7.1 Sender not authorized');
  const UNCLEAR = answered('EENVELOPE', 550, 'RCPT TO', 'relay not permitted');

  /** @shows H16.2 MO4.2 */
  it('at its address is given up and never tried again, and the others are sent', async () => {
    await post('wrong');
    await post('good');
    await drainThrough(refuse(answered('EENVELOPE', 550, 'RCPT TO', '5.1.1 User unknown')));
    context.clock.advanceMs(24 * 60 * MINUTE_MS);
    await drain();
    expect(await states()).toEqual([
      ['wrong', 1, false, true, 'address'],
      ['good', 1, true, false, null],
    ]);
    expect(await readMailFaults(context.db)).toEqual({ given_up: 1, refused: {} });
  });

  /** @shows H16.2 */
  it('for now is tried again', async () => {
    await post('wrong');
    await drainThrough(refuse(answered('EENVELOPE', 450, 'RCPT TO')));
    context.clock.advanceMs(MINUTE_MS);
    await drain();
    expect(await states()).toEqual([['wrong', 2, true, false, null]]);
  });

  /** @shows MO4.1 */
  it.each([
    ['of the sender', SENDER],
    ['of the sender, told at the address', answered('EENVELOPE', 553, 'RCPT TO', '5.1.8 Sender rejected')],
    ['of the login', answered('EAUTH', 535, 'AUTH PLAIN', '5.7.8 Not accepted')],
    ['of the whole server', answered('EPROTOCOL', 554, 'CONN', 'No SMTP service here')],
    ['that names nothing, of every mail', UNCLEAR],
  ])('is lost by no refusal %s, for days, and leaves once the setting is right', async (_, error) => {
    for (let i = 0; i < 25; i += 1) await post(`all${i}`);
    for (let hour = 0; hour < 72; hour += 6) {
      await drainThrough(refuseAll(error));
      context.clock.advanceMs(6 * 60 * MINUTE_MS);
    }
    const { given_up, refused } = await readMailFaults(context.db);
    expect([given_up, Object.values(refused).every((waiting) => waiting > 0)]).toEqual([0, true]);
    expect(Object.keys(refused)).toHaveLength(1);
    await drain();
    context.clock.advanceMs(15 * MINUTE_MS);
    await drain();
    expect(context.mail.sent).toHaveLength(25);
    expect(await readMailFaults(context.db)).toEqual({ given_up: 0, refused: {} });
  });

  /** @shows MO4.1 */
  it('with all others stops the batch at once, so that no login is tried twenty times', async () => {
    for (let i = 0; i < 25; i += 1) await post(`all${i}`);
    let attempts = 0;
    await drainThrough(async () => {
      attempts += 1;
      throw SENDER;
    });
    expect(attempts).toBe(1);
    expect((await states()).filter(([, tries]) => tries !== 0)).toHaveLength(1);
  });

  /** @shows MO4.1 */
  it('with all others is told once an hour in the log, by codes and without an address', async () => {
    const lines: unknown[] = [];
    const log = {
      ...context.log,
      error: (...said: unknown[]) => void lines.push(said),
      warn: () => undefined,
    };
    context.clock.advanceMs(60 * MINUTE_MS);
    for (const ref of ['first', 'second']) await post(ref);
    const deps = { ...context, log: log as typeof context.log, mail: { send: refuseAll(SENDER) } };
    await drainOutbox(deps, renderers);
    await drainOutbox(deps, renderers);
    const answer = 'EENVELOPE 550 5.7.1 MAIL FROM';
    expect(lines).toEqual([[{ fault: 'sender', answer, refusals: 1 }, 'the mail server refuses every mail']]);
  });

  /** @shows MO4.2 */
  it('for a reason that is unclear is given up once the server has taken another mail since', async () => {
    await post('wrong');
    await drainThrough(refuse(UNCLEAR));
    context.clock.advanceMs(MINUTE_MS);
    await post('pointless', 'nothing');
    await drainThrough(refuse(UNCLEAR));
    expect((await states())[0]).toEqual(['wrong', 2, false, false, 'unclear']);
    await post('good');
    context.clock.advanceMs(2 * MINUTE_MS);
    await drainThrough(refuse(UNCLEAR));
    context.clock.advanceMs(4 * MINUTE_MS);
    await drainThrough(refuse(UNCLEAR));
    expect((await states())[0]).toEqual(['wrong', expect.any(Number), false, true, 'unclear']);
  });

  /** @shows MO4.3 */
  it('is sent again once somebody asks, and a mail that was not given up is left alone', async () => {
    await post('wrong');
    await post('good');
    await drainThrough(refuse(answered('EENVELOPE', 550, 'RCPT TO', '5.1.1 User unknown')));
    const [wrong, good] = await rows();
    const again = (id: string) => context.db.transaction((tx) => sendGivenUpAgain(tx, Number(id)));
    expect([await again(wrong.id), await again(wrong.id), await again(good.id)]).toEqual([
      true,
      false,
      false,
    ]);
    await drain();
    expect((await states())[0]).toEqual(['wrong', 1, true, false, null]);
  });

  it('does not stop the batches behind it', async () => {
    for (let i = 0; i < 45; i += 1) await post(`refused${i}`);
    await post('good');
    await drainThrough(async (mail) => {
      if (mail.ref !== 'note.good') throw answered('EMESSAGE', 554, 'DATA', '5.6.0 Malformed');
      return context.mail.send(mail);
    });
    expect(context.mail.sent.map((mail) => mail.ref)).toEqual(['note.good']);
  });
});

/** @shows H16.3 */
describe('mails that wait', () => {
  it('are counted, with the age of the oldest, and call a person after half an hour', async () => {
    const errors: unknown[] = [];
    const log = { ...context.log, error: (...said: unknown[]) => void errors.push(said) };
    const watch = () => watchMailBacklog({ ...context, log: log as typeof context.log });
    expect(await readMailBacklog(context)).toEqual({ waiting: 0, oldest_s: 0 });
    await post('old');
    context.clock.advanceMs(29 * MINUTE_MS);
    await post('new');
    await watch();
    expect(errors).toEqual([]);
    context.clock.advanceMs(MINUTE_MS);
    expect(await readMailBacklog(context)).toEqual({ waiting: 2, oldest_s: 1800 });
    await watch();
    expect(errors).toEqual([[{ waiting: 2, oldest_s: 1800 }, 'mails wait for too long']]);
    await drain();
    await watch();
    expect(errors).toHaveLength(1);
  });
});

describe('a clock that is moved while a mail is on its way', () => {
  it('has the mail sent once, however far it is moved', async () => {
    await post('slow');
    const answer = Promise.withResolvers<void>();
    const slow: Mailer = {
      async send(mail) {
        await context.mail.send(mail);
        if (context.mail.sent.length === 1) await answer.promise;
      },
    };
    const sending = drainOutbox({ ...context, mail: slow }, renderers);
    await expect.poll(() => context.mail.sent.length).toBe(1);
    context.clock.advanceMs(7 * 24 * 60 * MINUTE_MS);
    await drainOutbox({ ...context, mail: slow }, renderers);
    answer.resolve();
    await sending;
    expect(context.mail.sent).toHaveLength(1);
  });
});

describe('a drain that died', () => {
  it('has its mails taken up by another after a quarter of an hour', async () => {
    await post('orphan');
    const died = drainOutbox({ ...context, mail: { send: () => new Promise(() => undefined) } }, renderers);
    await expect.poll(async () => (await rows())[0].tries).toBe(1);
    await drain();
    expect(context.mail.sent).toEqual([]);
    context.clock.advanceMs(15 * 60_000);
    await drain();
    expect(context.mail.sent).toHaveLength(1);
    void died;
  });
});

describe('a portal that stops while mails are on their way', () => {
  const sendingWith = (isStopping: () => boolean) =>
    drainOutbox(context, renderers, { beforeBatch: async () => undefined, isStopping });

  it('finishes the mail in hand and releases the rest, as if they had not been claimed', async () => {
    for (let i = 0; i < 5; i += 1) await post(`stop${i}`);
    await sendingWith(() => context.mail.sent.length === 2);
    expect(context.mail.sent.map((mail) => mail.ref)).toEqual(['note.stop0', 'note.stop1']);
    expect((await rows()).slice(2).map(({ tries, next_try_at }) => [tries, next_try_at])).toEqual([
      [0, null],
      [0, null],
      [0, null],
    ]);
    await drain();
    expect(context.mail.sent).toHaveLength(5);
  });

  it('claims nothing any more', async () => {
    await post('late');
    await sendingWith(() => true);
    expect([context.mail.sent, (await rows())[0].tries]).toEqual([[], 0]);
  });

  it('releases no mail that another portal has claimed meanwhile', async () => {
    for (const ref of ['mine', 'taken']) await post(ref);
    const lease = new Date(context.clock.now().getTime() + 60 * MINUTE_MS);
    const mail: Mailer = {
      async send(message) {
        await context.mail.send(message);
        await context.database.pool.query(
          "update outbox set tries = 7, next_try_at = $1 where ref = 'taken'",
          [lease],
        );
      },
    };
    const pace = { beforeBatch: async () => undefined, isStopping: () => context.mail.sent.length > 0 };
    await drainOutbox({ ...context, mail }, renderers, pace);
    expect((await rows())[1]).toMatchObject({ tries: 7, next_try_at: lease });
  });
});

describe('a mail of the version before kinds were named by module', () => {
  const kinds = async () =>
    (await context.database.pool.query('select kind, ref, sent_at from outbox order by ref')).rows.map(
      (row) => [row.kind, row.ref, row.sent_at !== null],
    );

  it('is renamed by the migration whether it was sent or not, so that no mail is sent twice', async () => {
    const migration = new URL('../../db/migrations/0013_mail_kinds_by_module.sql', import.meta.url);
    await post('1', 'mail.order');
    await post('2', 'mail.card-expires');
    await post('3', 'verify-email');
    await post('4');
    await context.database.pool.query("update outbox set sent_at = now() where kind = 'mail.order'");
    await context.database.pool.query(await readFile(migration, 'utf8'));
    await post('1', 'orders.order_confirmed');
    expect(await kinds()).toEqual([
      ['orders.order_confirmed', '1', true],
      ['billing.card_expires', '2', false],
      ['accounts.verify_email', '3', false],
      ['note', '4', false],
    ]);
  });
});
