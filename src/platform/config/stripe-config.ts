import { m } from '#i18n/messages.js';
import { Secret } from '#kit/secret.ts';

export type StripeConfig = {
  secretKey: Secret;
  publishableKey: string;
  /** without secrets, events are only listed */
  webhookSecrets: readonly Secret[];
  isLive: boolean;
  /** the portals that send to the account at once */
  portals: number;
  simulator: string | undefined;
};

type StripeValues = {
  stripeSecretKey: string;
  stripePublishableKey: string;
  stripeWebhookSecrets: readonly string[];
  stripePortals: number;
  stripeApi: string;
};

type Values = StripeValues & {
  nodeEnv: string;
  publicUrl: string;
  allowSandbox: boolean;
};

type Demand = { name: string; isMet: (values: Values) => boolean; must: () => string };

const isLive = (key: string) => /^(sk|rk|pk)_live_/.test(key);

const isOn = ({ stripeSecretKey }: StripeValues) => stripeSecretKey !== '';
const takesMoney = ({ stripeSecretKey }: StripeValues) => isLive(stripeSecretKey);

export const OF_STRIPE: readonly Demand[] = [
  // Half a set is a mistake: the portal would use the sandbox, and nobody would pay.
  {
    name: 'STRIPE_SECRET_KEY',
    isMet: (values) =>
      isOn(values) ||
      !(values.stripePublishableKey || values.stripeWebhookSecrets.length > 0 || values.stripeApi),
    must: m.portal_config_must_stripe_together,
  },
  {
    name: 'STRIPE_PUBLISHABLE_KEY',
    isMet: (values) => !isOn(values) || values.stripePublishableKey !== '',
    must: m.portal_config_must_stripe_pair,
  },
  {
    name: 'STRIPE_PUBLISHABLE_KEY',
    isMet: (values) => !isOn(values) || isLive(values.stripePublishableKey) === takesMoney(values),
    must: m.portal_config_must_stripe_same_mode,
  },
  // Never send a live key to an unknown program on a port of this machine.
  {
    name: 'STRIPE_API',
    isMet: (values) => !(takesMoney(values) && values.stripeApi),
    must: m.portal_config_must_stripe_api_unset,
  },
  {
    name: 'NODE_ENV',
    isMet: (values) => !takesMoney(values) || values.nodeEnv === 'production',
    must: m.portal_config_must_production,
  },
  {
    name: 'PUBLIC_URL',
    isMet: (values) => !takesMoney(values) || values.publicUrl.startsWith('https://'),
    must: m.portal_config_must_https,
  },
  {
    name: 'ALLOW_SANDBOX',
    isMet: (values) => !(takesMoney(values) && values.allowSandbox),
    must: m.portal_config_must_no_sandbox,
  },
  {
    name: 'ALLOW_SANDBOX',
    isMet: (values) =>
      !isOn(values) || takesMoney(values) || values.nodeEnv !== 'production' || values.allowSandbox,
    must: m.portal_config_must_allow_test_money,
  },
];

export function stripeOf(values: StripeValues): StripeConfig | undefined {
  if (!isOn(values)) return undefined;
  return {
    secretKey: new Secret(values.stripeSecretKey),
    publishableKey: values.stripePublishableKey,
    webhookSecrets: values.stripeWebhookSecrets.map((secret) => new Secret(secret)),
    isLive: takesMoney(values),
    portals: values.stripePortals,
    simulator: values.stripeApi || undefined,
  };
}
