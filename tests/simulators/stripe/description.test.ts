import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stripeApiText } from '../../../scripts/stripe-api.ts';
import {
  findOperation,
  hasField,
  holdAnswer,
  mayExpand,
  misfitsOf,
  OPERATIONS,
  type Operation,
} from './description.ts';
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

type Names = { parameters: Record<string, string[]>; fields: Record<string, string[]> };

/** Names that Stripe's own files have, which are not part of this project: as a second opinion. */
const { parameters, fields } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'second-opinion.json'), 'utf8'),
) as Names;

/** A path with the words that the path may have, or none: `status=paid|pending`. */
const readName = (line: string) => {
  const [path = '', words] = line.split('=');
  return { path, words: words?.split('|') };
};

describe('Stripe’s own description of 2023', () => {
  const namesOf = ({ verb, path }: Operation) => {
    const names = parameters[`${verb} ${path.replaceAll(/\{\w+\}/g, '{id}')}`] ?? [];
    return new Map(names.map(readName).map(({ path: name, words }) => [name, words]));
  };

  it('knows every parameter that is posted, and every word, but for a list of three (check 5)', async () => {
    const posted = (await sentCalls()).filter(({ operation: { verb } }) => verb === 'POST');
    const differences = posted.flatMap(({ operation: one, params }) => {
      const names = namesOf(one);
      return leavesOf(params).flatMap(({ path, value }) => {
        const isOfList = names.has(path.replace(/\.\w+$/, '.*'));
        const words = names.get(path);
        if (isOfList) return [];
        if (!names.has(path)) return [path];
        return words && !words.includes(value) ? [`${path}=${value}`] : [];
      });
    });
    expect([...new Set(differences)].toSorted()).toEqual([
      'allowed_payment_method_types',
      'payment_method_options.card.stored_credential_usage',
      'payment_method_options.us_bank_account.transaction_purpose',
    ]);
  });

  it('would not know a parameter with another name', async () => {
    const charge = findOperation('POST', '/v1/payment_intents')!.operation;
    expect(namesOf(charge).has('statement_descriptor_sufix')).toBe(false);
    expect(namesOf(charge).has('statement_descriptor_suffix')).toBe(true);
  });
});

/** The texts in the parameters, each with its path; places in a list have no number. */
function leavesOf(value: unknown, path: readonly string[] = []): { path: string; value: string }[] {
  if (Array.isArray(value)) return value.flatMap((one) => leavesOf(one, path));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, one]) => leavesOf(one, [...path, name]));
  return [{ path: path.join('.'), value: String(value) }];
}

describe('the description of Stripe’s answers', () => {
  it.each(Object.entries(fields).filter(([name]) => name !== 'of'))(
    'has each field and each word of Stripe’s own sample of August 2026: %s',
    (name, lines) => {
      const path = name === 'balance' || name === 'account' ? `/v1/${name}` : `/v1/${name}s/1`;
      const { operation: one } = findOperation('GET', path)!;
      const unknown = lines
        .map(readName)
        .filter(({ path: field, words }) => !hasField(one, field, words?.[0]));
      expect(unknown).toEqual([]);
      expect(hasField(one, 'sneezed', undefined)).toBe(false);
    },
  );
});
