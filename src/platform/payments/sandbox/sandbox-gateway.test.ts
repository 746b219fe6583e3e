import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import { rawInstrument } from '#modules/billing/methods/typed-instrument.ts';
import { silentLog } from '#platform/log/log.ts';
import { aRequest, eventsOf } from '#tests/support/billing/port-requests.ts';
import { describePort } from '#tests/support/billing/port-suites.ts';
import { describeSaving } from '#tests/support/billing/methods-suite.ts';
import { describeListing } from '#tests/support/billing/listed-suites.ts';
import { type OpenSandbox, startSandbox } from '#tests/support/billing/sandbox-port.ts';
import {
  TEST_ACCOUNTS,
  TEST_CARDS,
  typedAccount,
  typedCard,
} from '#tests/support/billing/test-instruments.ts';
import { openSandboxGateway, type SandboxGateway } from './sandbox-gateway.ts';

let sandbox: OpenSandbox;
let gateway: SandboxGateway;
let clock: OpenSandbox['clock'];
// A Friday: business days and calendar days differ.
const START = new Date('2026-04-10T14:00:00Z');

beforeAll(async () => {
  sandbox = await startSandbox(START);
  ({ gateway, clock } = sandbox);
});
afterAll(() => sandbox.close());

describePort('sandbox', () => sandbox.port);
describeSaving('sandbox', () => sandbox);
describeListing('sandbox');

describe('the sandbox', () => {
  it('does not start in production unless it is allowed to', async () => {
    const open = (isProduction: boolean, allowSandbox: boolean) =>
      openSandboxGateway({
        databaseUrl: sandbox.database.url,
        clock,
        log: silentLog(),
        config: { isProduction, allowSandbox },
      });
    expect(() => open(true, false)).toThrow(/ALLOW_SANDBOX/);
    await open(true, true).close();
  });

  it.each([
    ['a card that is on no list', typedCard('4111111111111111')],
    ['an account that is on no list', typedAccount('000999999999')],
    ['a listed account at another bank', typedAccount(TEST_ACCOUNTS.settles, '021000021')],
  ])('takes test numbers only: not %s', async (_, instrument) => {
    const answer = await gateway.saveMethod(rawInstrument(instrument), 'cus', `refused-${_}`);
    expect(answer).toEqual({ k: 'refused', code: 'sandbox_numbers_only' });
  });

  it('says that a processing error charged nothing', async () => {
    const request = await aRequest(gateway, typedCard(TEST_CARDS.processingError));
    expect(await gateway.charge(request, 'broken')).toMatchObject({
      k: 'declined',
      code: 'processing_error',
    });
  });
});

describe('a card of the sandbox that is charged several times at once', () => {
  const three = [1, 2, 3] as const;

  it('takes the first charge only, where that is all that it takes', async () => {
    const request = await aRequest(gateway, typedCard(TEST_CARDS.firstChargeOnly));
    const answers = await Promise.all(three.map((nr) => gateway.charge(request, `first-of-three-${nr}`)));
    expect(answers.map(({ k }) => k).toSorted()).toEqual(['declined', 'declined', 'succeeded']);
  });

  it('by one key for different sums is charged one of them, and the others are told so', async () => {
    const request = await aRequest(gateway, typedCard(TEST_CARDS.good));
    const answers = await Promise.all(
      three.map((nr) => gateway.charge({ ...request, amount_cents: cents(nr) }, 'one-of-three-sums')),
    );
    expect(answers.filter(({ k }) => k === 'succeeded')).toHaveLength(1);
    const spent = { k: 'unknown', is_key_spent: true };
    expect(answers.filter(({ k }) => k !== 'succeeded')).toMatchObject([spent, spent]);
  });

  it('by different keys takes each of them', async () => {
    const request = await aRequest(gateway, typedCard(TEST_CARDS.good));
    const answers = await Promise.all(three.map((nr) => gateway.charge(request, `all-of-three-${nr}`)));
    expect(new Set(answers.map((answer) => (answer as { ref: string }).ref)).size).toBe(3);
    expect(answers.map(({ k }) => k)).toEqual(['succeeded', 'succeeded', 'succeeded']);
  });
});

describe("the sandbox's bank", () => {
  beforeEach(() => clock.moveTo(START.toISOString()));

  const cases = [
    {
      account: TEST_ACCOUNTS.settles,
      quietUntil: '2026-04-15',
      day: '2026-04-16',
      outcome: { k: 'succeeded' },
    },
    {
      account: TEST_ACCOUNTS.returnedR01,
      quietUntil: '2026-04-14',
      day: '2026-04-15',
      outcome: { k: 'returned', code: 'R01', next: 'later' },
    },
    {
      account: TEST_ACCOUNTS.returnedR02,
      quietUntil: '2026-04-14',
      day: '2026-04-15',
      outcome: { k: 'returned', code: 'R02', next: 'new_method' },
    },
    {
      account: TEST_ACCOUNTS.returnedR03,
      quietUntil: '2026-04-14',
      day: '2026-04-15',
      outcome: { k: 'returned', code: 'R03', next: 'new_method' },
    },
    {
      account: TEST_ACCOUNTS.returnedR10,
      quietUntil: '2026-04-23',
      day: '2026-04-24',
      outcome: { k: 'returned', code: 'R10', next: 'never' },
    },
  ];

  it.each(cases)('answers $account on $day with $outcome', async ({ account, quietUntil, day, outcome }) => {
    const request = await aRequest(gateway, typedAccount(account));
    const { ref } = (await gateway.charge(request, `bank-${account}`)) as { ref: string };
    clock.moveToDay(plainDate(quietUntil), 12);
    const settled = account === TEST_ACCOUNTS.returnedR10 ? 'succeeded' : 'pending';
    expect(await gateway.readCharge(ref)).toMatchObject({ outcome: { k: settled } });
    clock.moveToDay(plainDate(day), 12);
    const { attempt_id } = request;
    expect(await gateway.readCharge(ref)).toMatchObject({ attempt_id, outcome });
    expect(await gateway.readCharge(ref)).toMatchObject({ attempt_id, outcome });
  });

  it('tells of the charge, of its settlement and of its return, each once', async () => {
    const request = await aRequest(gateway, typedAccount(TEST_ACCOUNTS.returnedR10));
    const { ref } = (await gateway.charge(request, 'bank-tells')) as { ref: string };
    const told = async () =>
      (await eventsOf(gateway, START)).filter(({ object }) => object.ref === ref).map(({ at }) => at);
    expect(await told()).toEqual([START]);
    for (const day of ['2026-04-16', '2026-04-24']) {
      clock.moveToDay(plainDate(day), 12);
      await Promise.all([told(), told(), gateway.readCharge(ref)]);
    }
    expect(await told()).toEqual(
      ['2026-04-10T14', '2026-04-16T16', '2026-04-24T16'].map((at) => new Date(`${at}:00:00Z`)),
    );
  });

  it('gives a debit back once it has settled, and not after its bank has sent it back', async () => {
    const request = await aRequest(gateway, typedAccount(TEST_ACCOUNTS.returnedR10));
    const { ref: charge_ref } = (await gateway.charge(request, 'refund-of-a-debit')) as { ref: string };
    const refund = (refund_id: number, amount: number) =>
      gateway.refund({ refund_id, charge_ref, amount_cents: cents(amount) }, `of-debit-${refund_id}`);
    const reachDay = async (day: string) => {
      clock.moveToDay(plainDate(day), 12);
      await gateway.readCharge(charge_ref);
    };
    expect(await refund(800_001, 1)).toMatchObject({ k: 'refused', code: 'not_settled' });
    await reachDay('2026-04-16');
    expect(await refund(800_002, 345)).toMatchObject({ k: 'succeeded' });
    await reachDay('2026-04-24');
    expect(await refund(800_003, 345)).toMatchObject({ k: 'refused', code: 'returned' });
  });
});
