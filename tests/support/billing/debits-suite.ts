import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ChargeRequest } from '#platform/payments/gateway.ts';
import type { Port } from './port.ts';
import { aRequest, look, movedBy, refundOf, takenFor } from './port-requests.ts';
import { TEST_ACCOUNTS, typedAccount } from './test-instruments.ts';

/** By when each of these accounts has said what becomes of a debit, in days. */
const DECIDED = 20;
/** When one that is returned late has settled, in days. */
const SETTLED = 6;

/** What every adapter of the port keeps about debits of a bank. */
export function describeDebits(name: string, open: () => Port): void {
  const asked = (account: string) => aRequest(open().gateway, typedAccount(account), open().enter);
  const debited = async (account: string) => {
    const request = await asked(account);
    const pending = await open().gateway.charge(request, randomUUID());
    expect(pending).toMatchObject({ k: 'pending', ref: expect.any(String) });
    return { request, pending, ref: (pending as { ref: string }).ref };
  };
  const readAndFound = async (ref: string, request: ChargeRequest) => {
    const { gateway } = open();
    const reading = await gateway.readCharge(ref);
    return [reading === 'absent' ? reading : reading.outcome, await look(gateway, request)];
  };

  describe(`debits through the port: ${name}`, () => {
    it('are on their way and no money, read and found alike, and settle', async () => {
      const { gateway, advance } = open();
      const { request, pending, ref } = await debited(TEST_ACCOUNTS.settles);
      expect(await readAndFound(ref, request)).toEqual([pending, pending]);
      expect(await takenFor(gateway, ref)).toBe(0);
      await advance(DECIDED);
      const settled = { k: 'succeeded', ref };
      expect(await readAndFound(ref, request)).toEqual([settled, settled]);
      expect(await takenFor(gateway, ref)).toBe(12345);
    });

    it.each([
      ['returnedR01', 'R01', 'later'],
      ['returnedR02', 'R02', 'new_method'],
      ['returnedR03', 'R03', 'new_method'],
      ['returnedR10', 'R10', 'never'],
    ] as const)('come back with their code, and leave nothing: %s', async (account, code, next) => {
      const { gateway, advance } = open();
      const { request, ref } = await debited(TEST_ACCOUNTS[account]);
      await advance(DECIDED);
      const returned = { k: 'returned', ref, code, next };
      expect(await readAndFound(ref, request)).toEqual([returned, returned]);
      expect(await takenFor(gateway, ref)).toBe(0);
    });

    it('may come back after they have settled, and are taken out again', async () => {
      const { gateway, advance } = open();
      const { request, ref } = await debited(TEST_ACCOUNTS.returnedAfterSettling);
      await advance(SETTLED);
      await advance(DECIDED);
      const returned = { k: 'returned', ref, code: 'R10', next: 'never' };
      expect(await readAndFound(ref, request)).toEqual([returned, returned]);
      expect(await movedBy(gateway, ref)).toEqual([
        ['charge', 12345, true],
        ['return', -12345, true],
      ]);
    });

    it.each(['returnedR01', 'returnedAfterSettling'] as const)(
      'that came back give nothing back: %s',
      async (account) => {
        const { gateway, advance } = open();
        const { ref } = await debited(TEST_ACCOUNTS[account]);
        await advance(DECIDED);
        const said = await gateway.refund(refundOf(ref, 1), randomUUID());
        expect(said).toMatchObject({ k: 'refused', code: 'returned' });
      },
    );

    it('that no bank answers stay on their way', async () => {
      const { gateway, advance } = open();
      const { request, pending, ref } = await debited(TEST_ACCOUNTS.staysOnItsWay);
      await advance(DECIDED);
      expect(await readAndFound(ref, request)).toEqual([pending, pending]);
      expect(await takenFor(gateway, ref)).toBe(0);
    });

    it('are declined at once where the bank takes none, and were never under way', async () => {
      const { gateway } = open();
      const request = await asked(TEST_ACCOUNTS.debitsBlocked);
      const declined = await gateway.charge(request, randomUUID());
      const said = { k: 'declined', code: 'account_unusable', next: 'new_method', ref: expect.any(String) };
      expect(declined).toMatchObject(said);
      expect(await look(gateway, request)).toEqual({ ...said, ref: (declined as { ref: string }).ref });
      expect(await movedBy(gateway, (declined as { ref: string }).ref)).toEqual([]);
    });
  });
}
