import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { stripeApiText } from '../../../scripts/stripe-api.ts';
import { findOperation, holdAnswer, mayExpand, misfitsOf, OPERATIONS } from './description.ts';
import { mutantsOf } from './mutants.ts';
import { sentCalls } from './sent-calls.ts';

const operation = (verb: string, path: string) => findOperation(verb, path)!.operation;
const pay = operation('POST', '/v1/payment_intents');

describe('the description of Stripe’s calls', () => {
  it('is what the installed SDK says (npm run stripe-api) (check 3)', () => {
    const stored = readFileSync(join(import.meta.dirname, 'stripe-api.json'), 'utf8');
    expect(stripeApiText() === stored).toBe(true);
  });

  it('has the 37 calls that the portal may send, and no other', () => {
    expect(OPERATIONS).toHaveLength(37);
    expect(findOperation('POST', '/v1/payment_intents/pi_1/capture')).toBeUndefined();
    expect(findOperation('DELETE', '/v1/customers/cus_1')).toBeUndefined();
  });

  it('suits each call that the portal plans, as the SDK writes it', async () => {
    const calls = await sentCalls();
    expect(calls).toHaveLength(27);
    expect(
      calls.flatMap(({ name, operation: one, params }) => misfitsOf(one, params).map((x) => [name, x])),
    ).toEqual([]);
  });

  it('refuses them with any one mistake (check 2)', async () => {
    const mutants = (await sentCalls()).flatMap(mutantsOf);
    expect(mutants.length).toBeGreaterThanOrEqual(300);
    const accepted = mutants.filter(
      ({ call }) => misfitsOf(call.operation, structuredClone(call.params)).length === 0,
    );
    expect(accepted.map(({ name }) => name)).toEqual([]);
  });

  it.each([
    [{ currency: 'usd' }, 'parameter_missing', 'amount'],
    [{ amount: '1', currency: 'usd', off_sesion: 'true' }, 'parameter_unknown', 'off_sesion'],
    [
      { amount: '1', currency: 'usd', payment_method_types: ['card'] },
      'parameter_unknown',
      'payment_method_types',
    ],
    [{ amount: 'x', currency: 'usd' }, 'parameter_invalid', 'amount'],
    [
      { amount: '1', currency: 'usd', payment_method_options: { card: { cvc: '1' } } },
      'parameter_unknown',
      'payment_method_options[card][cvc]',
    ],
  ])('names what is wrong with %j', (params, code, param) => {
    expect(misfitsOf(pay, params)[0]).toMatchObject({ code, param });
  });

  it('reads texts as the numbers and booleans that they are', () => {
    const params = { amount: '494400', currency: 'usd', confirm: 'true', metadata: { attempt_id: '412' } };
    expect(misfitsOf(pay, params)).toEqual([]);
    expect(params).toEqual({
      amount: 494_400,
      currency: 'usd',
      confirm: true,
      metadata: { attempt_id: '412' },
    });
  });

  it('lets no answer be a text where Stripe has a number, nor leave out a field', () => {
    const mandates = operation('GET', '/v1/mandates/mandate_1');
    expect(() => holdAnswer(mandates, { id: 'mandate_1', object: 'mandate' })).toThrow('livemode');
    const money = [{ amount: '1', currency: 'usd' }];
    const balance = { object: 'balance', available: money, livemode: false, pending: [] };
    expect(() => holdAnswer(operation('GET', '/v1/balance'), balance)).toThrow(
      '/available/0/amount must be number',
    );
    const customers = operation('GET', '/v1/customers/cus_1');
    expect(() => holdAnswer(customers, { id: 'cus_1', object: 'customer', deleted: true })).not.toThrow();
  });

  it.each([
    ['GET', '/v1/payment_intents/pi_1', 'latest_charge', true],
    ['GET', '/v1/payment_intents/pi_1', 'latest_charge.balance_transaction', true],
    ['GET', '/v1/payment_intents', 'data.latest_charge', true],
    ['GET', '/v1/charges/ch_1', 'refunds', true],
    ['GET', '/v1/balance_transactions', 'data.source', true],
    ['GET', '/v1/payment_intents/pi_1', 'amount', false],
    ['GET', '/v1/payment_intents/pi_1', 'last_charge', false],
    ['GET', '/v1/payment_intents', 'latest_charge', false],
    ['GET', '/v1/payment_intents/pi_1', 'latest_charge.outcome', false],
  ])('%s %s may expand %s: %s', (verb, path, field, may) => {
    expect(mayExpand(operation(verb, path), field)).toBe(may);
  });
});

// Stripe's own files may be used for tests but are not part of this project: these run where they are.
const FOLDER = process.env.STRIPE_FILES ?? join(import.meta.dirname, '../../../../shared/stripe');
const read = (name: string) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));
const OLD = 'cut-2023-08-16.json';
const SAMPLES = 'fixtures3-2026-08-21.json';

describe.skipIf(!existsSync(join(FOLDER, OLD)))('Stripe’s own description of 2023', () => {
  it('knows every parameter that is posted but one (check 5)', async () => {
    const document = read(OLD);
    const ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes: true, validateFormats: false });
    ajv.addSchema(document, 'old');
    const differences = new Set<string>();
    for (const { operation: one, params } of await sentCalls()) {
      if (one.verb !== 'POST') continue;
      const path = Object.keys(document.paths).find(
        (old) => old.replaceAll(/\{\w+\}/g, '{id}') === one.path.replaceAll(/\{\w+\}/g, '{id}'),
      )!;
      const schema =
        document.paths[path].post.requestBody.content['application/x-www-form-urlencoded'].schema;
      const check = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"old#/')));
      check(structuredClone(params));
      for (const { params: error, message } of check.errors ?? [])
        differences.add(String(error.additionalProperty ?? message));
    }
    expect([...differences]).toEqual(['allowed_payment_method_types']);
  });
});

describe.skipIf(!existsSync(join(FOLDER, SAMPLES)))('Stripe’s own samples of August 2026', () => {
  it.each([
    ['account', '/v1/account'],
    ['balance', '/v1/balance'],
    ['balance_transaction', '/v1/balance_transactions/1'],
    ['charge', '/v1/charges/1'],
    ['customer', '/v1/customers/1'],
    ['dispute', '/v1/disputes/1'],
    ['mandate', '/v1/mandates/1'],
    ['payment_intent', '/v1/payment_intents/1'],
    ['payment_method', '/v1/payment_methods/1'],
    ['payout', '/v1/payouts/1'],
    ['refund', '/v1/refunds/1'],
    ['setup_intent', '/v1/setup_intents/1'],
  ])('%s has no field and no word that the description lacks', (name, path) => {
    const sample = read(SAMPLES).resources[name];
    const misfits = messageOf(() => holdAnswer(operation('GET', path), sample))
      .split(/: |; /)
      .slice(1);
    expect(misfits.filter((one) => !/ must (have required property|be null|be string)/.test(one))).toEqual(
      [],
    );
  });
});

function messageOf(act: () => void): string {
  try {
    act();
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}
