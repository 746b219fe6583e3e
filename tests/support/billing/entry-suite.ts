import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Entry, EntryRequest, PaymentGateway } from '#platform/payments/gateway.ts';
import { PAYER } from './port-requests.ts';
import { TEST_CARDS } from './test-instruments.ts';

/** What no adapter can do: the family's part, in fields that are not ours. */
export type EntryHands = {
  type(client_secret: string, number: string): void;
  /** the answer of the next entry that is begun does not come back */
  loseAnswer(): void;
};

let last = 0;

/** What every adapter keeps whose fields are the processor's own. */
export function describeEntries(name: string, open: () => PaymentGateway, hands: () => EntryHands): void {
  describe(`entries through the port: ${name}`, () => {
    let customer: string;
    beforeAll(async () => void (customer = await open().ensureCustomer(PAYER, 'customer-1')));
    const asked = (): EntryRequest => ({
      entry_id: (last += 1),
      user_id: PAYER.user_id,
      kind: 'card',
      customer,
    });
    async function begin(request: EntryRequest, key: string = randomUUID()) {
      const begun = await open().beginEntry(request, key);
      if (begun.k !== 'begun') throw new Error(`not begun: ${begun.k}`);
      return begun;
    }
    async function entered(number: string): Promise<Entry | 'absent'> {
      const request = asked();
      const { ref, client_secret } = await begin(request);
      hands().type(client_secret, number);
      return open().readEntry(ref, request);
    }

    it('opens fields, in which nothing has been entered', async () => {
      const request = asked();
      const { ref } = await begin(request);
      expect(await open().readEntry(ref, request)).toEqual({ k: 'open' });
    });

    it('opens the same ones by the same key, and others by another', async () => {
      const request = asked();
      const key = randomUUID();
      const first = await begin(request, key);
      expect(await begin(request, key)).toEqual(first);
      expect((await begin(asked())).ref).not.toBe(first.ref);
    });

    it('loses an answer without opening others', async () => {
      const request = asked();
      const key = randomUUID();
      hands().loseAnswer();
      expect((await open().beginEntry(request, key)).k).toBe('unknown');
      const { ref } = await begin(request, key);
      expect(await begin(request, key)).toMatchObject({ ref });
    });

    it('saves a card, with nothing of its number but the last four', async () => {
      const saved = await entered(TEST_CARDS.good);
      expect(saved).toMatchObject({ k: 'saved', instrument: { funding: 'credit', last_4: '4242' } });
      expect(JSON.stringify(saved)).not.toContain(TEST_CARDS.good);
    });

    it('counts how often a bank has refused, and is still open', async () => {
      const request = asked();
      const { ref, client_secret } = await begin(request);
      for (let tries = 1; tries <= 3; tries += 1) {
        hands().type(client_secret, TEST_CARDS.insufficientFunds);
        const refused = { k: 'refused', code: 'insufficient_funds', tries };
        expect(await open().readEntry(ref, request)).toEqual(refused);
      }
      hands().type(client_secret, TEST_CARDS.good);
      expect(await open().readEntry(ref, request)).toMatchObject({ k: 'saved' });
    });

    it('ends, and one that was saved stays saved', async () => {
      const request = asked();
      const { ref } = await begin(request);
      expect(await open().endEntry(ref, request, randomUUID())).toEqual({ k: 'ended' });
      expect(await open().readEntry(ref, request)).toEqual({ k: 'ended' });
      const other = asked();
      const { ref: saved, client_secret } = await begin(other);
      hands().type(client_secret, TEST_CARDS.good);
      expect(await open().endEntry(saved, other, randomUUID())).toMatchObject({ k: 'saved' });
    });

    it('is of nobody else: another customer, number or family is neither yes nor no', async () => {
      const request = asked();
      const { ref, client_secret } = await begin(request);
      hands().type(client_secret, TEST_CARDS.good);
      const other = await open().ensureCustomer({ ...PAYER, user_id: 2 }, 'customer-2');
      for (const wrong of [{ customer: other }, { entry_id: 999_999 }, { user_id: 2 }])
        expect(await open().readEntry(ref, { ...request, ...wrong })).toMatchObject({ k: 'unknown' });
      expect(await open().readEntry('seti_nobody', request)).toBe('absent');
    });
  });
}
