import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { applyBankNews } from '#modules/billing/bank-news.service.ts';
import type { Billing } from '#modules/billing/billing.service.ts';
import { collect } from '#modules/billing/charges.service.ts';
import { resolveUnknown } from '#modules/billing/resolver.service.ts';
import type { PaymentGateway } from '#platform/payments/gateway.ts';
import { chanceOf, type Chance } from '../simulators/chance.ts';
import { Crashed, crashAt } from '../simulators/crash-at.ts';
import { lossyGateway, type Fate } from '../simulators/lossy-gateway.ts';
import { brokenInvariants } from '../support/money-invariants.ts';
import { createTestBilling, openedCharge, type TestBilling } from '../support/test-billing.ts';
import { TEST_ACCOUNTS, TEST_CARDS, typedAccount, typedCard } from '../support/test-instruments.ts';

const CARDS = [
  TEST_CARDS.good, TEST_CARDS.good, TEST_CARDS.good, TEST_CARDS.declinesCharges, TEST_CARDS.processingError,
  TEST_CARDS.answerLostAfterCharge, TEST_CARDS.answerLostWithoutCharge,
];
const ACCOUNTS = Object.values(TEST_ACCOUNTS);
const SEEDS = (process.env.SEEDS ?? '1,2,3').split(',').map(Number);
const FAMILIES = 60;

let t: TestBilling;
afterEach(() => t.close());

/** A line that loses 15 % of requests and 15 % of answers, until it is repaired. */
function badLine(gateway: PaymentGateway, chance: Chance, line: { isBad: boolean }): PaymentGateway {
  const fate = (): Fate => (!line.isBad || chance.percent(70) ? 'through' : chance.oneOf(['dropped_before', 'dropped_after']));
  return lossyGateway(gateway, fate);
}

/** One family pays and may be cut off; its browser may have pressed twice. */
async function pay(billing: Billing, chance: Chance): Promise<void> {
  const dying: Billing = { ...billing, crashPoint: crashAt(chance.percent(40) ? 1 + chance.upTo(14) : 0).crashPoint };
  const instrument = chance.percent(70) ? typedCard(chance.oneOf(CARDS)) : typedAccount(chance.oneOf(ACCOUNTS));
  const { attempt_id } = await openedCharge(dying, instrument);
  const presses = chance.percent(30) ? 2 : 1;
  const results = await Promise.allSettled(Array.from({ length: presses }, () => collect(dying, attempt_id)));
  for (const result of results) if (result.status === 'rejected' && !(result.reason instanceof Crashed)) throw result.reason;
}

const unlessCrashed = (error: unknown) => {
  // A method that could not be saved is a refusal before any money moves.
  if (error instanceof Crashed || (error as { kind?: { code: string } }).kind?.code === 'method_unconfirmed') return;
  throw error;
};

async function run(seed: number, plant: (gateway: PaymentGateway) => PaymentGateway = (gateway) => gateway) {
  t = await createTestBilling();
  const [chance, line] = [chanceOf(seed), { isBad: true }];
  const billing: Billing = { ...t.billing, gateway: plant(badLine(t.gateway, chance, line)) };
  for (let batch = 0; batch < FAMILIES / 4; batch++) {
    await Promise.all([1, 2, 3, 4].map(() => pay(billing, chance).catch(unlessCrashed)));
    t.clock.advanceMs(chance.upTo(120_000));
    const cutOff = { ...billing, crashPoint: crashAt(chance.upTo(6)).crashPoint };
    await Promise.all([resolveUnknown(cutOff), resolveUnknown(billing)].map((work) => work.catch(unlessCrashed)));
    const broken = await brokenInvariants(t.database.db, 'always');
    if (broken.length > 0) return broken;
  }
  line.isBad = false;
  for (let hour = 0; hour < 6; hour++) {
    t.clock.advanceMs(3_600_001);
    await resolveUnknown(billing);
  }
  for (let day = 0; day < 16; day++) {
    t.clock.advanceDays(1);
    await applyBankNews(billing);
  }
  return brokenInvariants(t.database.db, 'healed');
}

describe('sixty families paying over a bad line, with flows cut off anywhere', () => {
  it.each(SEEDS)('leave no charge without order, no order without charge, and the books whole (seed %i)', async (seed) => {
    expect(await run(seed)).toEqual([]);
  });
});

// Controls: were the design weaker, the same run would tell.
describe('the same families would be harmed', () => {
  it('if a lost answer were taken for a refusal', async () => {
    const lostIsNo = (gateway: PaymentGateway): PaymentGateway => ({
      ...gateway,
      charge: (request, key) => gateway.charge(request, key).catch(() => ({ k: 'declined', code: 'declined', next: 'never' })),
    });
    expect((await run(1, lostIsNo)).map(({ name }) => name).join()).toMatch(/I4/);
  });

  it('if each sending had a key of its own', async () => {
    const freshKeys = (gateway: PaymentGateway): PaymentGateway => ({ ...gateway, charge: (request) => gateway.charge(request, randomUUID()) });
    expect((await run(1, freshKeys)).map(({ name }) => name).join()).toMatch(/I3/);
  });
});
