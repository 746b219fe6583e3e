import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page, Route } from '@playwright/test';
import { planOf, type Wallet } from '../instruments.ts';
import type { Told } from '../browser.ts';
import type { StripeSimulator } from '../simulator.ts';

/** Whether Stripe's script arrives: at once, when a test lets it, or never, as behind a blocker. */
export type ScriptArrival = 'at_once' | 'blocked' | Promise<unknown>;

type Options = {
  publishable_key?: string;
  arrival?: ScriptArrival;
  /** the script comes, and the frame with the fields says that it cannot be used */
  isBroken?: () => boolean;
  /** the wallets that the browser has */
  wallets?: readonly Wallet[];
};

type Asked = {
  key: string;
  clientSecret: string;
  number: string;
  typed: Parameters<StripeSimulator['browser']['confirmSetup']>[1];
  holder: { name?: string; email?: string; zip?: string };
  confirmation: 'good' | 'fails' | 'never';
  told: Told;
  wallet: Wallet;
  token: string;
};

const BROKEN =
  "<script>parent.postMessage({ event: 'loaderror', error: { type: 'api_connection_error' } }, '*')</script>";

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');

/** Answers for js.stripe.com and api.stripe.com in a browser: nothing leaves the machine. */
export async function serveStripeFields(
  pages: BrowserContext | Page,
  { browser }: StripeSimulator,
  {
    publishable_key = 'pk_test_simulated',
    arrival = 'at_once',
    isBroken = () => false,
    wallets = [],
  }: Options = {},
): Promise<void> {
  const answers: Record<string, (asked: Asked) => object> = {
    'confirm-setup': ({ clientSecret, typed, holder, told }) =>
      browser.confirmSetup(clientSecret, typed, { holder, confirmation: 'never', told }),
    'confirmation-token': ({ number, wallet, holder }) =>
      browser.createConfirmationToken({ number, wallet, holder }),
    'confirm-by-token': ({ clientSecret, token }) =>
      browser.confirmSetupByToken(clientSecret, token, 'never'),
    'next-setup-action': ({ clientSecret, confirmation }) =>
      browser.handleNextSetupAction(clientSecret, confirmation),
    'next-action': ({ clientSecret, confirmation }) => browser.handleNextAction(clientSecret, confirmation),
    'setup-intent': ({ clientSecret }) => ({ object: browser.readSetup(clientSecret) }),
    'payment-intent': ({ clientSecret }) => browser.handleNextAction(clientSecret, 'never'),
    'card-details': ({ number }) => detailsOf(number),
  };

  await pages.route('https://js.stripe.com/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (arrival === 'blocked') return route.abort('blockedbyclient');
    await (arrival === 'at_once' ? undefined : arrival);
    const file = pathname.endsWith('/stripe.js') ? 'stripe.js' : pathname.replace('/simulated/', '');
    const contentType = file.endsWith('.js') ? 'text/javascript' : 'text/html';
    const isBrokenFrame = file === 'fields.html' && isBroken();
    const body = isBrokenFrame ? BROKEN : read(file).replace('%wallets%', wallets.join());
    return route.fulfill({ contentType, body });
  });
  await pages.route('https://api.stripe.com/simulated/**', (route) => answer(route));

  function answer(route: Route): Promise<void> {
    const asked = route.request().postDataJSON() as Asked;
    const call = answers[new URL(route.request().url()).pathname.replace('/simulated/', '')];
    const json =
      asked.key === publishable_key && call
        ? call(asked)
        : { error: { type: 'invalid_request_error', message: 'Invalid API Key provided.' } };
    return route.fulfill({ json, headers: { 'access-control-allow-origin': '*' } });
  }
}

function detailsOf(number: string): object {
  try {
    const plan = planOf({ number });
    return plan.kind === 'card' ? { brands: [plan.brand], funding: plan.funding } : {};
  } catch {
    return { brands: null, funding: null };
  }
}
