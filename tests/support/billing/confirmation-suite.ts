import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ChargeOutcome } from '#platform/payments/gateway.ts';
import type { Port } from './port.ts';
import { aRequest, look, takenFor } from './port-requests.ts';
import { TEST_CARDS, typedCard } from './test-instruments.ts';

/** What every adapter keeps of a card whose bank wants its payer to confirm. */
export function describeConfirmation(name: string, open: () => Port): void {
  const gateway = () => open().gateway;
  const confirm = (secret: string, isConfirmed: boolean) => open().confirm(secret, isConfirmed);
  const aCharge = () => aRequest(gateway(), typedCard(TEST_CARDS.asksToConfirm), open().enter);
  const asked = async () => {
    const request = await aCharge();
    const said = await gateway().charge(request, randomUUID());
    expect(said).toMatchObject({ k: 'action', ref: expect.any(String), client_secret: expect.any(String) });
    return { request, said: said as Extract<ChargeOutcome, { k: 'action' }> };
  };
  const now = async (ref: string) =>
    ((await gateway().readCharge(ref)) as { outcome: ChargeOutcome }).outcome;

  describe(`a charge that its payer confirms: ${name}`, () => {
    /** @shows S16.6 */
    it('waits for him, is found and read as such, and moves no money', async () => {
      const { request, said } = await asked();
      expect(await now(said.ref)).toEqual(said);
      expect(await look(gateway(), request)).toEqual(said);
      expect(await takenFor(gateway(), said.ref)).toBe(0);
    });

    /** @shows S16.6 */
    it('is paid once he has', async () => {
      const { request, said } = await asked();
      await confirm(said.client_secret, true);
      expect(await now(said.ref)).toEqual({ k: 'succeeded', ref: said.ref });
      expect(await look(gateway(), request)).toEqual({ k: 'succeeded', ref: said.ref });
      expect(await takenFor(gateway(), said.ref)).toBe(12345);
    });

    it('is declined when he fails', async () => {
      const { said } = await asked();
      await confirm(said.client_secret, false);
      const declined = { k: 'declined', code: 'authentication_required', next: 'new_method' };
      expect(await now(said.ref)).toMatchObject(declined);
    });

    /** @shows S16.8 */
    it('that is given up is declined, once or twice, and can never be confirmed later', async () => {
      const { said } = await asked();
      const declined = { k: 'declined', ref: said.ref, code: 'authentication_required', next: 'new_method' };
      expect(await gateway().giveUpCharge(said.ref, 'end')).toEqual(declined);
      expect(await gateway().giveUpCharge(said.ref, 'end')).toEqual(declined);
      await confirm(said.client_secret, true);
      expect(await now(said.ref)).toEqual(declined);
      expect(await takenFor(gateway(), said.ref)).toBe(0);
    });

    it('that was paid before it is given up stays paid', async () => {
      const { said } = await asked();
      await confirm(said.client_secret, true);
      expect(await gateway().giveUpCharge(said.ref, randomUUID())).toEqual({ k: 'succeeded', ref: said.ref });
    });

    /** @shows S16.9 */
    it('is declined at once while he is away', async () => {
      const request = await aCharge();
      const said = await gateway().charge({ ...request, presence: 'away' as const }, randomUUID());
      expect(said).toMatchObject({ k: 'declined', code: 'authentication_required', next: 'new_method' });
    });
  });
}
