import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntryRequest } from '#platform/payments/gateway.ts';
import { AFTER, BEFORE } from '#tests/simulators/stripe/faults.ts';
import { PAYER } from '#tests/support/billing/port-requests.ts';
import { openOver, type OpenStripe, startWithGateway } from '#tests/support/billing/stripe-hands.ts';

let open: OpenStripe;
let customer: string;
beforeAll(async () => {
  open = await startWithGateway();
  customer = await open.gateway.ensureCustomer(PAYER, 'customer-1');
});
afterAll(() => open.simulated.close());

let last = 0;
const aRequest = (kind: EntryRequest['kind'] = 'card'): EntryRequest => ({
  entry_id: (last += 1),
  user_id: 1,
  kind,
  customer,
});

async function begun(request: EntryRequest) {
  const answer = await open.gateway.beginEntry(request, `entry-${request.entry_id}`);
  if (answer.k !== 'begun') throw new Error(answer.k);
  return answer;
}

const browser = () => open.simulated.simulator.browser;
const VERIFYING = { account: '000123456789', plan: { verified: 'by_deposit' } } as const;

describe('an entry', () => {
  it('of an account waits for its deposits, and says until when and where', async () => {
    const request = aRequest('bank');
    const { ref, client_secret } = await begun(request);
    browser().confirmSetup(client_secret, VERIFYING);
    expect(await open.gateway.readEntry(ref, request)).toMatchObject({
      k: 'verifying',
      instrument: { brand: 'Bank account', last_4: '6789', bank_name: 'STRIPE TEST BANK' },
      verify_url: expect.stringContaining('https://'),
      arrives_on: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    });
    browser().verifyMicrodeposits(client_secret, { amounts: [32, 45] });
    const saved = await open.gateway.readEntry(ref, request);
    expect(saved).toMatchObject({ k: 'saved', mandate_ref: expect.stringContaining('mandate_') });
    const { mandate_ref } = saved as { mandate_ref: string };
    expect(await open.gateway.readMandate(mandate_ref)).toBe('active');
  });

  it.each([...BEFORE, ...AFTER].filter((kind) => kind !== 'altered' && kind !== 'wrong_amount'))(
    'is begun, read and ended once, whatever the line does: %s',
    async (kind) => {
      const { simulated } = open;
      // Only faults of silence need a short timeout.
      const gateway = kind.startsWith('silence')
        ? await openOver(simulated, { timeoutMs: 400 })
        : open.gateway;
      const [request, key] = [aRequest(), randomUUID()];
      const plan = (calls: string) => simulated.simulator.faults.plan({ kind, calls, times: 1 });
      plan('POST /v1/setup_intents');
      await gateway.beginEntry(request, key);
      simulated.simulator.faults.clear();
      const again = await gateway.beginEntry(request, key);
      if (again.k !== 'begun') {
        // Stripe repeats a stored broken answer.
        expect([kind, again.k]).toEqual(['error_500_saved', 'unknown']);
        return;
      }
      const made = simulated.simulator.world.store
        .list('setup_intent')
        .filter(({ metadata }) => metadata!.entry_id === String(request.entry_id));
      expect(made).toHaveLength(1);
      plan('GET /v1/setup_intents');
      const read = await gateway.readEntry(again.ref, request);
      expect(['unknown', 'open']).toContain((read as { k: string }).k);
      simulated.simulator.faults.clear();
      plan('POST /v1/setup_intents');
      await gateway.endEntry(again.ref, request, `${key}-end`);
      simulated.simulator.faults.clear();
      expect(await gateway.readEntry(again.ref, request)).toMatchObject({
        k: expect.stringMatching(/^(ended|open)$/),
      });
    },
  );
});

describe('a saved method', () => {
  it('is read as it is now, with the name that was entered with it', async () => {
    const { gateway } = open;
    const request = aRequest();
    const { ref, client_secret } = await begun(request);
    browser().confirmSetup(client_secret, { number: '5105105105105100' }, { holder: { name: 'Ada Test' } });
    const entry = await gateway.readEntry(ref, request);
    const { instrument } = entry as Extract<typeof entry, { k: 'saved' }>;
    expect(instrument).toMatchObject({ brand: 'MasterCard', funding: 'prepaid', holder: 'Ada Test' });
    expect(await gateway.readMethod(instrument.ref)).toEqual(instrument);
    expect(await gateway.readMandate('mandate_nobody')).toBe('absent');
  });
});
