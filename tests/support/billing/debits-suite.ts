import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import type { ChargeRequest, PaymentGateway } from '#platform/payments/gateway.ts';
import { aRequest, look, takenFor } from './gateway-suite.ts';
import type { Hands } from './movements-suite.ts';
import { TEST_ACCOUNTS, typedAccount } from './test-instruments.ts';

/** By when each of these accounts has said what becomes of a debit, in days. */
const DECIDED = 20;

/** What every adapter of the port keeps about debits of a bank. */
export function describeDebits(name: string, open: () => PaymentGateway, { enter, advance }: Hands): void {
  const debited = async (account: string) => {
    const request = await aRequest(open(), typedAccount(account), enter);
    const pending = await open().charge(request, randomUUID());
    expect(pending).toMatchObject({ k: 'pending', ref: expect.any(String) });
    return { request, pending, ref: (pending as { ref: string }).ref };
  };
  const readAndFound = async (ref: string, request: ChargeRequest) => {
    const reading = await open().readCharge(ref);
    return [reading === 'absent' ? reading : reading.outcome, await look(open(), request)];
  };

  describe(`debits through the port: ${name}`, () => {
    it('are on their way, read and found alike, and settle', async () => {
      const { request, pending, ref } = await debited(TEST_ACCOUNTS.settles);
      expect(await readAndFound(ref, request)).toEqual([pending, pending]);
      await advance(DECIDED);
      const settled = { k: 'succeeded', ref };
      expect(await readAndFound(ref, request)).toEqual([settled, settled]);
      expect(await takenFor(open(), ref)).toBe(12345);
    });

    it.each([
      ['returnedR01', 'R01', 'later'],
      ['returnedR02', 'R02', 'new_method'],
      ['returnedR03', 'R03', 'new_method'],
      ['returnedR10', 'R10', 'never'],
    ] as const)('come back with their code, and leave nothing: %s', async (account, code, next) => {
      const { request, ref } = await debited(TEST_ACCOUNTS[account]);
      await advance(DECIDED);
      const returned = { k: 'returned', ref, code, next };
      expect(await readAndFound(ref, request)).toEqual([returned, returned]);
      expect(await takenFor(open(), ref)).toBe(0);
    });

    it('are charged once a key, and answered alike each time', async () => {
      const request = await aRequest(open(), typedAccount(TEST_ACCOUNTS.settles), enter);
      const key = randomUUID();
      const [first, second] = [await open().charge(request, key), await open().charge(request, key)];
      expect(second).toEqual(first);
    });

    it('that came back give nothing back', async () => {
      const { ref } = await debited(TEST_ACCOUNTS.returnedR01);
      await advance(DECIDED);
      const refund = { refund_id: (lastRefund += 1), charge_ref: ref, amount_cents: cents(1) };
      expect(await open().refund(refund, randomUUID())).toMatchObject({ k: 'refused', code: 'returned' });
    });
  });
}

let lastRefund = 900_000;
