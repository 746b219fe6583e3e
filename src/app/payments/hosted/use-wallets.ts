import { useEffect, useRef, useState, type RefObject } from 'react';
import type { ConfirmationToken, ExpressPaymentType, Stripe, StripeError } from '@stripe/stripe-js';
import { m } from '#i18n/messages.js';
import { brandName } from '#kit/card-brands.ts';
import { entryReturn } from '#kit/pages/payment-return.ts';
import { FUNDINGS, type Funding } from '#modules/billing/methods/funding.states.ts';
import { lookOf } from './appearance.ts';
import { reportFailure } from './report-failure.ts';
import { OF_KIND, type OpenFields } from './use-fields.ts';

/** A card that its payer has released in a wallet; nothing is saved and nothing charged. */
export type WalletCard = {
  stripe: Stripe;
  /** confirms one entry, once */
  confirmation_token: string;
  wallet: string;
  brand: string;
  ident: string;
  funding: Funding;
};

const WALLETS: Partial<Record<ExpressPaymentType, () => string>> = {
  apple_pay: m.contract_wallet_apple,
  google_pay: m.contract_wallet_google,
};

/** The kind and the last digits of a card before anything is confirmed (MS12). */
export function previewOf({
  id: confirmation_token,
  payment_method_preview: { card },
}: Pick<ConfirmationToken, 'id' | 'payment_method_preview'>):
  | Omit<WalletCard, 'stripe' | 'wallet'>
  | undefined {
  if (!card) return undefined;
  const funding = FUNDINGS.find((known) => known === card.funding) ?? 'unknown';
  return { confirmation_token, brand: brandName(card.brand), ident: `****${card.last4}`, funding };
}

function openWallets(stripe: Stripe) {
  const elements = stripe.elements({
    // The wallet shows no sum, because the sum depends on the kind of the card.
    mode: 'setup',
    currency: 'usd',
    ...OF_KIND.card,
    ...lookOf(getComputedStyle(document.documentElement), location.origin),
  });
  const element = elements.create('expressCheckout', {
    paymentMethods: {
      applePay: 'auto',
      googlePay: 'auto',
      amazonPay: 'never',
      klarna: 'never',
      link: 'never',
      paypal: 'never',
    },
    // The name of the holder, and the ZIP code, which limits the fee in some states (S5).
    billingAddressRequired: true,
    buttonHeight: 48,
    buttonType: { applePay: 'plain', googlePay: 'plain' },
    layout: { overflow: 'never' },
  });
  return { elements, element };
}

type Released = WalletCard | { error: Partial<StripeError> };

async function release(
  { stripe, elements }: OpenFields,
  { wallet, email }: { wallet: ExpressPaymentType; email: string },
): Promise<Released> {
  const { error: wrong } = await elements.submit();
  if (wrong) return { error: wrong };
  const billing_details = email === '' ? {} : { email };
  const params = { payment_method_data: { billing_details }, return_url: entryReturn(location) };
  const { confirmationToken, error } = await stripe.createConfirmationToken({ elements, params });
  if (error) return { error };
  const preview = previewOf(confirmationToken);
  const name = WALLETS[wallet];
  return preview && name ? { ...preview, stripe, wallet: name() } : { error: {} };
}

type Heard = {
  email: string;
  onCard: (card: WalletCard) => void;
  onProblem: (text: string) => void;
};

/** The buttons of the browser's wallets, drawn by the processor where the browser has a wallet (MS12). */
export function useWallets(heard: Heard): {
  place: RefObject<HTMLDivElement | null>;
  isOffered: boolean;
  draw: (stripe: Stripe) => () => void;
} {
  const place = useRef<HTMLDivElement>(null);
  const [isOffered, setOffered] = useState(false);
  const latest = useRef(heard);
  useEffect(() => {
    latest.current = heard;
  });
  function draw(stripe: Stripe): () => void {
    if (!place.current) return () => undefined;
    const { elements, element } = openWallets(stripe);
    element.on('ready', ({ availablePaymentMethods }) => setOffered(availablePaymentMethods !== undefined));
    element.on('loaderror', ({ error }) => reportFailure('wallet', error));
    element.on('confirm', async (event) => {
      const { email, onCard, onProblem } = latest.current;
      const asked = { wallet: event.expressPaymentType, email };
      const released = await release({ stripe, elements }, asked).catch((): Released => ({ error: {} }));
      if (!('error' in released)) return onCard(released);
      event.paymentFailed({ reason: 'fail' });
      onProblem(released.error.message ?? m.contract_fields_unconfirmed());
    });
    element.mount(place.current);
    return () => {
      setOffered(false);
      element.destroy();
    };
  }
  return { place, isOffered, draw };
}
