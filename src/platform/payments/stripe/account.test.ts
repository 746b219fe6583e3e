import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWithGateway, type OpenStripe } from '#tests/support/billing/stripe-hands.ts';

let open: OpenStripe;
beforeAll(async () => void (open = await startWithGateway()));
afterAll(() => open.simulated.close());

/** @shows MS5.1 */
it('what an account may do is read from the account itself', async () => {
  expect(await open.gateway.readReadiness()).toEqual({
    charges_enabled: true,
    payouts_enabled: true,
    capabilities: { card: 'active', bank: 'active' },
    statement_descriptor: 'HARBORLINE',
    payout_interval: 'daily',
    requirements: { due: [], past_due: [], deadline: null, disabled_reason: null },
  });
  Object.assign(open.simulated.simulator.world.account, {
    charges_enabled: false,
    capabilities: { card_payments: 'inactive' },
    requirements: {
      currently_due: ['external_account', 'company.tax_id'],
      past_due: ['company.tax_id'],
      current_deadline: 1_798_761_600,
      disabled_reason: 'requirements.past_due',
    },
  });
  expect(await open.gateway.readReadiness()).toMatchObject({
    charges_enabled: false,
    capabilities: { card: 'inactive', bank: 'not_requested' },
    requirements: {
      due: ['external_account', 'company.tax_id'],
      past_due: ['company.tax_id'],
      deadline: new Date('2027-01-01T00:00:00Z'),
      disabled_reason: 'requirements.past_due',
    },
  });
});

it('what an account does not say is unknown', async () => {
  Object.assign(open.simulated.simulator.world.account, { capabilities: undefined });
  expect(await open.gateway.readReadiness()).toMatchObject({
    capabilities: { card: 'unknown', bank: 'unknown' },
  });
});
