import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import type { Stripe, StripeElements, StripePaymentElement } from '@stripe/stripe-js';
import { ACCOUNT_VERIFICATION } from '#kit/account-verification.ts';
import type { Funding } from '#modules/billing/methods/funding.states.ts';
import { lookOf } from './appearance.ts';
import { loadProcessor, PATIENCE_MS } from './load-stripe.ts';
import { reportFailure } from './report-failure.ts';

export type FieldsKind = 'card' | 'bank';

/** Options of each kind, as in the entry on the server, because the fields open before the entry. */
export const OF_KIND = {
  card: { allowedPaymentMethodTypes: ['card'] },
  bank: {
    allowedPaymentMethodTypes: ['us_bank_account'],
    paymentMethodOptions: { us_bank_account: ACCOUNT_VERIFICATION },
  },
};

/** Fields further below the window are loaded later, in CSS pixels. */
const NEAR = '600px';

/** `blocked`: the script did not come; `broken`: the fields reported an error of their own (MS11). */
export type FieldsState = 'loading' | 'ready' | 'blocked' | 'broken';

export type OpenFields = { stripe: Stripe; elements: StripeElements };

/** Calls when the place comes near the window. @returns a function to stop waiting */
function whenNear(place: Element, call: () => void): () => void {
  const watcher = new IntersectionObserver(
    (seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      watcher.disconnect();
      call();
    },
    { rootMargin: NEAR },
  );
  watcher.observe(place);
  return () => watcher.disconnect();
}

/** One payment type each: the portal's tabs choose the type, because the price depends on the type (W1). */
function openFields(stripe: Stripe, kind: FieldsKind): OpenFields & { element: StripePaymentElement } {
  const elements = stripe.elements({
    mode: 'setup',
    currency: 'usd',
    ...OF_KIND[kind],
    ...lookOf(getComputedStyle(document.documentElement), location.origin),
  });
  const element = elements.create('payment', {
    layout: 'tabs',
    // Here wallets would hide the kind of the card; `useWallets` shows the kind.
    wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
    // The portal has a field for the name, and the account has an email.
    fields: { billingDetails: { name: 'never', email: 'never' } },
    // The portal shows the terms for cards; Stripe shows the terms for bank accounts.
    terms: { card: 'never', usBankAccount: 'always' },
  });
  return { stripe, elements, element };
}

type Heard = {
  /** the kind of the typed card, as soon as known by the processor */
  onFunding?: (funding: Funding | null) => void;
  onChange: () => void;
};

type Asked = Heard & {
  kind: FieldsKind;
  publishable_key: string;
  /** draws beside the fields. @returns what takes the drawing away */
  drawMore?: (stripe: Stripe) => () => void;
};

/**
 * Draws the processor's fields into a place of the page near the window.
 * @returns the place, the state (late fields may still become ready after a failure), and a retry
 */
export function useFields({ kind, publishable_key, onFunding, onChange, drawMore }: Asked): {
  place: RefObject<HTMLDivElement | null>;
  fields: RefObject<OpenFields | null>;
  state: FieldsState;
  retry: () => void;
} {
  const place = useRef<HTMLDivElement>(null);
  const fields = useRef<OpenFields | null>(null);
  const tellFunding = useEffectEvent((funding: Funding | null) => onFunding?.(funding));
  const tellChange = useEffectEvent(onChange);
  const drawBeside = useEffectEvent((stripe: Stripe) => drawMore?.(stripe));
  const [state, setState] = useState<FieldsState>('loading');
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isLeft = false;
    let late: number | undefined;
    let element: StripePaymentElement | undefined;
    let takeAway: (() => void) | undefined;
    const tell = (now: FieldsState) => {
      window.clearTimeout(late);
      if (!isLeft) setState(now);
    };
    async function draw(): Promise<void> {
      const stripe = await loadProcessor(publishable_key);
      if (isLeft || !place.current) return;
      takeAway = drawBeside(stripe);
      const open = openFields(stripe, kind);
      ({ element } = open);
      element.on('ready', () => tell('ready'));
      element.on('loaderror', ({ error }) => {
        tell('broken');
        reportFailure(kind, error);
      });
      element.on('change', () => tellChange());
      element.on('carddetailschange', ({ details }) => tellFunding(details?.funding ?? null));
      element.mount(place.current);
      fields.current = open;
    }
    const stop = whenNear(place.current!, () => {
      late = window.setTimeout(() => tell('blocked'), PATIENCE_MS);
      draw().catch(() => tell('blocked'));
    });
    return () => {
      isLeft = true;
      stop();
      window.clearTimeout(late);
      element?.destroy();
      takeAway?.();
      tellFunding(null);
      fields.current = null;
    };
  }, [kind, publishable_key, round]);
  const retry = () => {
    setState('loading');
    setRound(round + 1);
  };
  return { place, fields, state, retry };
}
