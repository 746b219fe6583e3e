import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const TEST_KEYS = { STRIPE_SECRET_KEY: 'sk_test_a1', STRIPE_PUBLISHABLE_KEY: 'pk_test_a1' };
const LIVE_KEYS = { STRIPE_SECRET_KEY: 'sk_live_a1', STRIPE_PUBLISHABLE_KEY: 'pk_live_a1' };
const HOOKS = { STRIPE_WEBHOOK_SECRETS: 'whsec_a1' };
const API = { STRIPE_API: 'http://127.0.0.1:4242' };
const PRODUCTION = {
  NODE_ENV: 'production',
  VAULT_KEYS: Buffer.alloc(32).toString('base64'),
  PUBLIC_URL: 'https://ride.example',
  SMTP_URL: 'smtps://mail.example',
};
const SANDBOX = { ALLOW_SANDBOX: '1' };
const HTTP = { PUBLIC_URL: 'http://ride.example' };

type Settings = Record<string, string>;

const starts: [string, Settings, 'sandbox' | 'test' | 'live'][] = [
  ['nothing at all', {}, 'sandbox'],
  ['test keys', TEST_KEYS, 'test'],
  ['a restricted test key', { ...TEST_KEYS, STRIPE_SECRET_KEY: 'rk_test_a1' }, 'test'],
  ['test keys and a secret of a webhook', { ...TEST_KEYS, ...HOOKS }, 'test'],
  ['two secrets', { ...TEST_KEYS, STRIPE_WEBHOOK_SECRETS: 'whsec_a1, whsec_b2' }, 'test'],
  ['test keys and a simulator', { ...TEST_KEYS, ...API }, 'test'],
  ['test keys and an open address', { ...TEST_KEYS, ...HTTP, DEMO: '1' }, 'test'],
  ['production with the sandbox', { ...PRODUCTION, ...SANDBOX }, 'sandbox'],
  ['production with live keys', { ...PRODUCTION, ...LIVE_KEYS }, 'live'],
  [
    'production with a restricted live key',
    { ...PRODUCTION, ...LIVE_KEYS, STRIPE_SECRET_KEY: 'rk_live_a1' },
    'live',
  ],
  ['production with live keys and webhooks', { ...PRODUCTION, ...LIVE_KEYS, ...HOOKS }, 'live'],
  [
    'production with live keys and ALLOW_SANDBOX=0',
    { ...PRODUCTION, ...LIVE_KEYS, ALLOW_SANDBOX: '0' },
    'live',
  ],
  ['production with test keys that is allowed', { ...PRODUCTION, ...TEST_KEYS, ...SANDBOX }, 'test'],
];

const stops: [string, Settings, string][] = [
  [
    'a key of something else',
    { ...TEST_KEYS, STRIPE_SECRET_KEY: 'AKIA1' },
    'STRIPE_SECRET_KEY must be a Stripe secret',
  ],
  [
    'both keys in each other’s place',
    { STRIPE_SECRET_KEY: 'pk_test_a1' },
    'STRIPE_SECRET_KEY must be a Stripe secret',
  ],
  [
    'a secret key where pages show it',
    { ...TEST_KEYS, STRIPE_PUBLISHABLE_KEY: 'sk_test_a1' },
    'STRIPE_PUBLISHABLE_KEY must be a Stripe publishable key',
  ],
  ['no publishable key', { STRIPE_SECRET_KEY: 'sk_test_a1' }, 'STRIPE_PUBLISHABLE_KEY must be set together'],
  ['no secret key', { STRIPE_PUBLISHABLE_KEY: 'pk_test_a1' }, 'STRIPE_SECRET_KEY must be set when any other'],
  ['webhooks alone', HOOKS, 'STRIPE_SECRET_KEY must be set when any other'],
  ['a simulator alone', API, 'STRIPE_SECRET_KEY must be set when any other'],
  [
    'keys of two modes, live among them',
    { ...PRODUCTION, ...TEST_KEYS, STRIPE_SECRET_KEY: 'sk_live_a1' },
    'STRIPE_PUBLISHABLE_KEY must be in the same mode',
  ],
  [
    'keys of two modes, test among them',
    { ...LIVE_KEYS, STRIPE_SECRET_KEY: 'sk_test_a1' },
    'STRIPE_PUBLISHABLE_KEY must be in the same mode',
  ],
  [
    'a webhook secret that is empty',
    { ...TEST_KEYS, STRIPE_WEBHOOK_SECRETS: 'whsec_' },
    'STRIPE_WEBHOOK_SECRETS must be',
  ],
  [
    'a blank one among the secrets',
    { ...TEST_KEYS, STRIPE_WEBHOOK_SECRETS: 'whsec_a1,,' },
    'STRIPE_WEBHOOK_SECRETS must be',
  ],
  ['a comma for secrets', { ...TEST_KEYS, STRIPE_WEBHOOK_SECRETS: ',' }, 'STRIPE_WEBHOOK_SECRETS must be'],
  [
    'another machine as simulator',
    { ...TEST_KEYS, STRIPE_API: 'http://10.0.0.5:4242' },
    'STRIPE_API must be the origin',
  ],
  [
    'Stripe itself as simulator',
    { ...TEST_KEYS, STRIPE_API: 'https://api.stripe.com' },
    'STRIPE_API must be the origin',
  ],
  [
    'a host that begins like this machine',
    { ...TEST_KEYS, STRIPE_API: 'http://127.0.0.1:4.evil.example' },
    'STRIPE_API must be',
  ],
  [
    'a live key told to a simulator',
    { ...PRODUCTION, ...LIVE_KEYS, ...API },
    'STRIPE_API must be unset with a live Stripe key',
  ],
  ['live keys without production', LIVE_KEYS, 'NODE_ENV must be production with a live Stripe key'],
  [
    'live keys in a test',
    { ...LIVE_KEYS, NODE_ENV: 'test' },
    'NODE_ENV must be production with a live Stripe key',
  ],
  [
    'live keys at an open address',
    { ...PRODUCTION, ...LIVE_KEYS, ...HTTP },
    'PUBLIC_URL must be an address that starts with https',
  ],
  [
    'live keys and the sandbox',
    { ...PRODUCTION, ...LIVE_KEYS, ...SANDBOX },
    'ALLOW_SANDBOX must be 0 or unset with a live Stripe key',
  ],
  [
    'production with test keys',
    { ...PRODUCTION, ...TEST_KEYS },
    'ALLOW_SANDBOX must be 1 in production with a Stripe test key',
  ],
  ['production with neither', PRODUCTION, 'ALLOW_SANDBOX must be 1 in production as long as'],
];

/** @shows S19.1 S19.2 */
describe('the settings of Stripe (check 42)', () => {
  it.each(starts)('start with %s', (_, settings, money) => {
    const { stripe } = readConfig(settings);
    expect(stripe ? (stripe.isLive ? 'live' : 'test') : 'sandbox').toBe(money);
  });

  it.each(stops)('stop the start with a sentence for %s', (_, settings, sentence) => {
    expect(() => readConfig(settings)).toThrow(sentence);
  });

  it('are never repeated, neither by the sentence nor where settings are printed', () => {
    expect(() => readConfig({ ...LIVE_KEYS })).toThrow(/^(?!.*_live_a1)/);
    const config = readConfig({ ...TEST_KEYS, ...HOOKS });
    expect(JSON.stringify(config)).not.toMatch(/sk_test_a1|whsec_a1/);
    expect(config.stripe?.secretKey.reveal()).toBe('sk_test_a1');
  });
});
