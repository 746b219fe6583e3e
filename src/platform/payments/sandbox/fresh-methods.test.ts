import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type OpenSandbox } from '#tests/support/billing/sandbox-port.ts';
import { aRequest } from '#tests/support/billing/port-requests.ts';
import { TEST_CARDS, typedCard } from '#tests/support/billing/test-instruments.ts';
import { recordTexts } from '#tests/support/database/record-statements.ts';
import { freshMethods } from './fresh-methods.ts';

let sandbox: OpenSandbox;
beforeAll(async () => void (sandbox = await startSandbox(new Date('2026-04-10T14:00:00Z'))));
afterAll(() => sandbox.close());

const GONE = { k: 'declined', code: 'method_gone' };

describe('a card that was saved a moment ago', () => {
  it('is charged without being looked up, once: then it has taken a charge', async () => {
    const { gateway } = sandbox;
    const request = await aRequest(gateway, typedCard(TEST_CARDS.firstChargeOnly));
    const texts = await recordTexts(async () =>
      expect(await gateway.charge(request, 'first')).toMatchObject({ k: 'succeeded' }),
    );
    expect(texts).toHaveLength(1);
    const second = { ...request, attempt_id: request.attempt_id + 1_000 };
    const refused = { k: 'declined', code: 'insufficient_funds' };
    expect(await gateway.charge(second, 'second')).toMatchObject(refused);
  });

  it('is refused when it was given up meanwhile', async () => {
    const { gateway } = sandbox;
    const request = await aRequest(gateway, typedCard(TEST_CARDS.good));
    await gateway.forgetMethod(request.method_ref, 'forget');
    expect(await gateway.charge(request, 'given up')).toMatchObject(GONE);
  });

  it("is refused to another customer's charge", async () => {
    const { gateway } = sandbox;
    const request = await aRequest(gateway, typedCard(TEST_CARDS.good));
    expect(await gateway.charge({ ...request, customer: 'another' }, 'of another')).toMatchObject(GONE);
  });
});

it('the sandbox remembers a thousand such cards, and looks older ones up', () => {
  const fresh = freshMethods();
  const card = { customer: 'cus', kind: 'card', behaviour: 'succeeds', brand: 'Visa' } as const;
  const created_at = new Date('2026-04-10T14:00:00Z');
  for (let n = 0; n <= 1_000; n++)
    fresh.add({ ...card, token: `pm_${n}`, last_4: '4242', charges_taken: 0, created_at });
  expect(fresh.take('pm_0')).toBeUndefined();
  expect(fresh.take('pm_1')).toMatchObject({ token: 'pm_1', charges_taken: 0 });
  expect(fresh.take('pm_1')).toBeUndefined();
});
