import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ChargeOutcome, PaymentGateway } from '#platform/payments/gateway.ts';
import { aRequest, look, takenFor, type Enter } from './gateway-suite.ts';
import { TEST_CARDS, typedCard } from './test-instruments.ts';

/** What a payer does in his browser with the secret that the processor gave. */
export type Confirm = (client_secret: string, isConfirmed: boolean) => Promise<unknown>;

/** What every adapter keeps of a card whose bank wants its payer to confirm. */
export function describeConfirmation(
  name: string,
  open: () => PaymentGateway,
  { enter, confirm }: { enter?: Enter | undefined; confirm: Confirm },
): void {
  const asked = async () => {
    const request = await aRequest(open(), typedCard(TEST_CARDS.asksToConfirm), enter);
    const said = await open().charge(request, randomUUID());
    expect(said).toMatchObject({ k: 'action', ref: expect.any(String), client_secret: expect.any(String) });
    return { request, said: said as Extract<ChargeOutcome, { k: 'action' }> };
  };
  const now = async (ref: string) => ((await open().readCharge(ref)) as { outcome: ChargeOutcome }).outcome;

  describe(`a charge that its payer confirms: ${name}`, () => {
    /** @shows S16.6 */
    it('waits for him, is found and read as such, and moves no money', async () => {
      const { request, said } = await asked();
      expect(await now(said.ref)).toEqual(said);
      expect(await look(open(), request)).toEqual(said);
      expect(await takenFor(open(), said.ref)).toBe(0);
    });

    /** @shows S16.6 */
    it('is paid once he has', async () => {
      const { request, said } = await asked();
      await confirm(said.client_secret, true);
      expect(await now(said.ref)).toEqual({ k: 'succeeded', ref: said.ref });
      expect(await look(open(), request)).toEqual({ k: 'succeeded', ref: said.ref });
      expect(await takenFor(open(), said.ref)).toBe(12345);
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
      expect(await open().giveUpCharge(said.ref, 'end')).toEqual(declined);
      expect(await open().giveUpCharge(said.ref, 'end')).toEqual(declined);
      await confirm(said.client_secret, true);
      expect(await now(said.ref)).toEqual(declined);
      expect(await takenFor(open(), said.ref)).toBe(0);
    });

    it('that was paid before it is given up stays paid', async () => {
      const { said } = await asked();
      await confirm(said.client_secret, true);
      expect(await open().giveUpCharge(said.ref, randomUUID())).toEqual({ k: 'succeeded', ref: said.ref });
    });

    /** @shows S16.9 */
    it('is declined at once while he is away', async () => {
      const request = await aRequest(open(), typedCard(TEST_CARDS.asksToConfirm), enter);
      const said = await open().charge({ ...request, presence: 'away' as const }, randomUUID());
      expect(said).toMatchObject({ k: 'declined', code: 'authentication_required', next: 'new_method' });
    });
  });
}
