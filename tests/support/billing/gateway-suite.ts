import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { rawInstrument, type TypedInstrument } from '#modules/billing/methods/typed-instrument.ts';
import type {
  ChargeRequest,
  ChargeOutcome,
  Movement,
  PaymentGateway,
  ProcessorEvent,
  GatewayRefundRequest,
} from '#platform/payments/gateway.ts';
import { TEST_ACCOUNTS, TEST_CARDS, typedAccount, typedCard } from './test-instruments.ts';

let lastAttempt = 0;

export const PAYER = { user_id: 1, email: 'ada@example.com', name: 'Ada Test' };

/** Saves what a family types, and gives the reference of the method; each adapter has its own fields. */
export type Enter = (
  gateway: PaymentGateway,
  customer: string,
  instrument: TypedInstrument,
) => Promise<string>;

/** In fields of ours. */
const enterByNumber: Enter = async (gateway, customer, instrument) => {
  const saved = await gateway.saveMethod(rawInstrument(instrument), customer, randomUUID());
  if (saved.k !== 'saved') throw new Error(`not saved: ${JSON.stringify(saved)}`);
  return saved.instrument.ref;
};

/** A request for a freshly saved instrument; the attempt is the portal's and new each time. */
export async function aRequest(
  gateway: PaymentGateway,
  instrument: TypedInstrument,
  enter: Enter = enterByNumber,
): Promise<ChargeRequest> {
  const customer = await gateway.ensureCustomer(PAYER, 'customer-1');
  const method_ref = await enter(gateway, customer, instrument);
  lastAttempt += 1;
  return {
    attempt_id: lastAttempt,
    order_id: 1,
    payment_number: 2,
    kind: 'cc' in instrument ? 'card' : 'bank',
    presence: 'here',
    customer,
    method_ref,
    amount_cents: cents(12345),
    statement: 'Harborline School Bus',
  };
}

const SINCE = new Date('2026-01-01T00:00:00Z');
export const look = (gateway: PaymentGateway, { attempt_id, customer }: ChargeRequest) =>
  gateway.findCharge({ attempt_id, customer, since: SINCE });

const OF_CHARGES: readonly Movement['kind'][] = ['charge', 'return', 'refund', 'refund_failed'];

async function movementsOf(gateway: PaymentGateway, ref: string): Promise<Movement[]> {
  const all: Movement[] = [];
  for await (const movement of gateway.movements())
    if (movement.charge_ref === ref && OF_CHARGES.includes(movement.kind)) all.push(movement);
  return all;
}

export async function takenFor(gateway: PaymentGateway, ref: string): Promise<number> {
  const arrived = (await movementsOf(gateway, ref)).filter(({ is_arrived }) => is_arrived);
  return arrived.reduce((total, { amount_cents }) => total + amount_cents, 0);
}

/**
 * A charge that was taken, and a request to give some of it back; the refund's id is the portal's and new
 * each time.
 */
async function aRefund(
  gateway: PaymentGateway,
  card: string,
  { amount = 12345, enter }: { amount?: number | undefined; enter?: Enter | undefined },
): Promise<GatewayRefundRequest> {
  const request = await aRequest(gateway, typedCard(card), enter);
  const key = randomUUID();
  // A card that loses its first answer tells it the second time.
  await gateway.charge(request, key);
  const { ref } = (await gateway.charge(request, key)) as Extract<ChargeOutcome, { k: 'succeeded' }>;
  lastRefund += 1;
  return { refund_id: lastRefund, charge_ref: ref, amount_cents: cents(amount) };
}

let lastRefund = 0;
const another = (request: GatewayRefundRequest, amount: number): GatewayRefundRequest => ({
  ...request,
  refund_id: (lastRefund += 1),
  amount_cents: cents(amount),
});

/** What every adapter of the port keeps about money that goes back. */
export function describeRefunds(name: string, open: () => PaymentGateway, enter?: Enter): void {
  describe(`money back through the port: ${name}`, () => {
    it('gives back once a key, and answers alike each time', async () => {
      const request = await aRefund(open(), TEST_CARDS.good, { amount: 345, enter });
      const key = randomUUID();
      const answers = await Promise.all([1, 2, 3].map(() => open().refund(request, key)));
      expect(answers[0]!.k).toBe('succeeded');
      expect(answers).toEqual([answers[0], answers[0], answers[0]]);
      expect(await takenFor(open(), request.charge_ref)).toBe(12000);
    });

    it('says neither yes nor no to another refund under a used key', async () => {
      const request = await aRefund(open(), TEST_CARDS.good, { amount: 345, enter });
      await open().refund(request, 'used-refund-key');
      expect((await open().refund({ ...request, amount_cents: cents(1) }, 'used-refund-key')).k).toBe(
        'unknown',
      );
    });

    it('never gives back more than was taken less what went back, also when asked at once', async () => {
      const request = await aRefund(open(), TEST_CARDS.good, { amount: 10000, enter });
      const answers = await Promise.all(
        [request, another(request, 10000), another(request, 10000)].map((one) =>
          open().refund(one, randomUUID()),
        ),
      );
      expect(answers.map(({ k }) => k).toSorted()).toEqual(['refused', 'refused', 'succeeded']);
      expect(await open().refund(another(request, 2346), randomUUID())).toMatchObject({
        k: 'refused',
        code: 'exceeds_charge',
      });
      expect(await open().refund(another(request, 2345), randomUUID())).toMatchObject({ k: 'succeeded' });
      expect(await takenFor(open(), request.charge_ref)).toBe(0);
    });

    it('gives nothing back of a charge that it does not know, or that it declined', async () => {
      const refund = { refund_id: (lastRefund += 1), charge_ref: 'ch_nobody_knows', amount_cents: cents(1) };
      expect(await open().refund(refund, randomUUID())).toMatchObject({
        k: 'refused',
        code: 'no_such_charge',
      });
      const declined = await open().charge(
        await aRequest(open(), typedCard(TEST_CARDS.declinesCharges), enter),
        randomUUID(),
      );
      const ofDeclined = { ...refund, charge_ref: (declined as { ref: string }).ref };
      expect(await open().refund(ofDeclined, randomUUID())).toMatchObject({
        k: 'refused',
        code: 'no_such_charge',
      });
    });

    it('gives nothing back of a bank debit that has not settled', async () => {
      const pending = await open().charge(
        await aRequest(open(), typedAccount(TEST_ACCOUNTS.settles), enter),
        randomUUID(),
      );
      const refund = {
        refund_id: (lastRefund += 1),
        charge_ref: (pending as { ref: string }).ref,
        amount_cents: cents(1),
      };
      expect(await open().refund(refund, randomUUID())).toMatchObject({ k: 'refused', code: 'not_settled' });
    });

    it('finds a refund by our own id, and finds none that was never made', async () => {
      const request = await aRefund(open(), TEST_CARDS.good, { enter });
      expect(await open().findRefund(request)).toBe('absent');
      const made = await open().refund(request, randomUUID());
      expect(await open().findRefund(request)).toEqual(made);
    });

    it('loses an answer without losing the refund', async () => {
      const request = await aRefund(open(), TEST_CARDS.answerLostAfterCharge, { enter });
      expect((await open().refund(request, 'refund-lost-after')).k).toBe('unknown');
      const replayed = await open().refund(request, 'refund-lost-after');
      expect(replayed.k).toBe('succeeded');
      expect(await open().findRefund(request)).toEqual(replayed);
      expect(await takenFor(open(), request.charge_ref)).toBe(0);
    });

    it('loses a request, and goes on losing it', async () => {
      const request = await aRefund(open(), TEST_CARDS.refundRequestLost, { enter });
      for (let i = 0; i < 3; i++)
        expect((await open().refund(request, 'refund-lost-before')).k).toBe('unknown');
      expect(await open().findRefund(request)).toBe('absent');
    });

    it('refuses with a code, and keeps to it', async () => {
      const request = await aRefund(open(), TEST_CARDS.refundRefused, { enter });
      const refused = await open().refund(request, 'refused-refund-key');
      expect(refused).toMatchObject({ k: 'refused', code: expect.stringMatching(/^(declined|disputed)$/) });
      expect(await open().refund(request, 'refused-refund-key')).toEqual(refused);
      expect(await takenFor(open(), request.charge_ref)).toBe(12345);
    });
  });
}

/** Everything that the processor tells from an instant on. */
export async function eventsOf(gateway: PaymentGateway, since: Date): Promise<ProcessorEvent[]> {
  const events: ProcessorEvent[] = [];
  for await (const event of gateway.eventsSince(since)) events.push(event);
  return events;
}

/** What every adapter of the port keeps about its events, and about reading what they tell of. */
export function describeEvents(name: string, open: () => PaymentGateway, enter?: Enter): void {
  const about = async (ref: string, since = SINCE) =>
    (await eventsOf(open(), since)).filter(({ object }) => object.ref === ref);

  describe(`events through the port: ${name}`, () => {
    it('tells of a charge, and reading it says what it is and which attempt it was made for', async () => {
      const request = await aRequest(open(), typedCard(TEST_CARDS.good), enter);
      const made = (await open().charge(request, randomUUID())) as { ref: string };
      expect((await about(made.ref)).map(({ object }) => object.kind)).toEqual(['charge']);
      const { attempt_id, customer, amount_cents } = request;
      expect(await open().readCharge(made.ref)).toEqual({
        attempt_id,
        customer,
        amount_cents,
        outcome: made,
      });
    });

    it('tells of a charge that it declined, and of one whose answer was lost', async () => {
      const declined = await aRequest(open(), typedCard(TEST_CARDS.declinesCharges), enter);
      const { ref } = (await open().charge(declined, randomUUID())) as { ref: string };
      expect(await about(ref)).toHaveLength(1);
      expect((await open().readCharge(ref)) as object).toMatchObject({ outcome: { k: 'declined', ref } });
      const lost = await aRequest(open(), typedCard(TEST_CARDS.answerLostAfterCharge), enter);
      await open().charge(lost, randomUUID());
      const found = (await look(open(), lost)) as { ref: string };
      expect(await about(found.ref)).toHaveLength(1);
    });

    it('tells of a refund, and reading it says what it is and which refund it was asked for', async () => {
      const request = await aRefund(open(), TEST_CARDS.good, { amount: 345, enter });
      const made = (await open().refund(request, randomUUID())) as { ref: string };
      expect((await about(made.ref)).map(({ object }) => object.kind)).toEqual(['refund']);
      expect(await open().readRefund(made.ref)).toEqual({ refund_id: request.refund_id, outcome: made });
    });

    it('tells the same again to whoever asks again, under the same id', async () => {
      const request = await aRequest(open(), typedCard(TEST_CARDS.good), enter);
      const { ref } = (await open().charge(request, randomUUID())) as { ref: string };
      const [event] = await about(ref);
      expect(await about(ref)).toEqual([event]);
      expect(await about(ref, event!.at)).toEqual([event]);
      expect(await about(ref, new Date(event!.at.getTime() + 1000))).toEqual([]);
    });

    it('reads nothing where there is nothing', async () => {
      expect(await open().readCharge('ch_nobody_knows')).toBe('absent');
      expect(await open().readRefund('re_nobody_knows')).toBe('absent');
    });
  });
}

/** What an adapter keeps whose fields are ours. */
export function describeSaving(name: string, open: () => PaymentGateway): void {
  describe(`saving through the port: ${name}`, () => {
    it('saves a method once a key and gives back nothing of its number but the last four', async () => {
      const raw = rawInstrument(typedCard(TEST_CARDS.good));
      const [first, second] = [
        await open().saveMethod(raw, 'cus', 'save-1'),
        await open().saveMethod(raw, 'cus', 'save-1'),
      ];
      expect(first).toEqual(second);
      expect(first).toMatchObject({
        k: 'saved',
        instrument: { brand: 'Visa', last_4: '4242', exp_month: 12, exp_year: 2030 },
      });
      expect(JSON.stringify(first)).not.toContain(TEST_CARDS.good);
    });
  });
}

/** What every adapter of the port keeps; `open` gives one adapter for the whole suite. */
export function describeGateway(name: string, open: () => PaymentGateway, enter?: Enter): void {
  describe(`the payments port: ${name}`, () => {
    it('charges once a key, and answers alike each time', async () => {
      const request = await aRequest(open(), typedCard(TEST_CARDS.good), enter);
      const key = randomUUID();
      const answers = await Promise.all([1, 2, 3].map(() => open().charge(request, key)));
      const [{ ref }] = answers as [Extract<ChargeOutcome, { k: 'succeeded' }>];
      expect(answers).toEqual([1, 2, 3].map(() => ({ k: 'succeeded', ref })));
      expect(await takenFor(open(), ref)).toBe(12345);
    });

    it('says neither yes nor no to another request under a used key', async () => {
      const request = await aRequest(open(), typedCard(TEST_CARDS.good), enter);
      await open().charge(request, 'used-key');
      expect((await open().charge({ ...request, amount_cents: cents(1) }, 'used-key')).k).toBe('unknown');
    });

    it('declines with a code, and keeps to it', async () => {
      const request = await aRequest(open(), typedCard(TEST_CARDS.declinesCharges), enter);
      const declined = await open().charge(request, 'declined-key');
      expect(declined).toMatchObject({ k: 'declined', code: 'declined', next: 'new_method' });
      expect(await open().charge(request, 'declined-key')).toEqual(declined);
    });

    it('finds a charge by our attempt, and finds none that was never made', async () => {
      const request = await aRequest(open(), typedCard(TEST_CARDS.good), enter);
      expect(await look(open(), request)).toBe('absent');
      const made = await open().charge(request, randomUUID());
      expect(await look(open(), request)).toEqual(made);
    });

    it('loses an answer without losing the charge', async () => {
      const request = await aRequest(open(), typedCard(TEST_CARDS.answerLostAfterCharge), enter);
      expect((await open().charge(request, 'lost-after')).k).toBe('unknown');
      const replayed = await open().charge(request, 'lost-after');
      expect(replayed.k).toBe('succeeded');
      expect(await look(open(), request)).toEqual(replayed);
    });

    it('loses a request, and goes on losing it', async () => {
      const request = await aRequest(open(), typedCard(TEST_CARDS.answerLostWithoutCharge), enter);
      for (let i = 0; i < 3; i++) expect((await open().charge(request, 'lost-before')).k).toBe('unknown');
      expect(await look(open(), request)).toBe('absent');
    });

    it('answers a bank debit with pending and moves no money yet', async () => {
      const request = await aRequest(open(), typedAccount(TEST_ACCOUNTS.settles), enter);
      const pending = await open().charge(request, randomUUID());
      expect(pending.k).toBe('pending');
      expect(await takenFor(open(), (pending as { ref: string }).ref)).toBe(0);
    });
  });
}
