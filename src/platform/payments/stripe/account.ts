import type { Stripe } from 'stripe';
import type { Capability, Readiness } from '#platform/payments/readiness.ts';
import { type Account, askAnyway } from './ask.ts';
import { CAPABILITY_STATES } from './statuses.ts';

/** Asks for the balance as well, because an account does not say the mode and a balance does. */
export async function identify(account: Account): Promise<string> {
  const { stripe } = account;
  const { id } = await askAnyway(account, () => stripe.accounts.retrieveCurrent(), {
    object: 'account',
  });
  await askAnyway(account, () => stripe.balance.retrieve(), { object: 'balance' });
  return id;
}

/** Answers even while payments are closed. @throws Unanswered @throws Refused */
export async function readReadiness(account: Account): Promise<Readiness> {
  const { charges_enabled, payouts_enabled, capabilities, settings, requirements } =
    await askAnyway<Stripe.Account>(account, () => account.stripe.accounts.retrieveCurrent(), {
      object: 'account',
    });
  return {
    charges_enabled,
    payouts_enabled,
    capabilities: capabilitiesOf(capabilities),
    statement_descriptor: settings?.payments.statement_descriptor ?? null,
    payout_interval: settings?.payouts?.schedule.interval ?? null,
    requirements: requirementsOf(requirements),
  };
}

function capabilitiesOf(capabilities: Stripe.Account['capabilities']): Readiness['capabilities'] {
  const capability = (state: string | undefined): Capability =>
    capabilities
      ? state === undefined
        ? 'not_requested'
        : (CAPABILITY_STATES[state] ?? 'unknown')
      : 'unknown';
  return {
    card: capability(capabilities?.card_payments),
    bank: capability(capabilities?.us_bank_account_ach_payments),
  };
}

function requirementsOf(requirements: Stripe.Account['requirements']): Readiness['requirements'] {
  const { current_deadline: deadline } = requirements ?? {};
  return {
    due: requirements?.currently_due ?? [],
    past_due: requirements?.past_due ?? [],
    deadline: deadline ? new Date(deadline * 1000) : null,
    disabled_reason: requirements?.disabled_reason ?? null,
  };
}
