import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import type { Stripe, StripeElements, StripeError, StripePaymentElement } from '@stripe/stripe-js';
import { ACCOUNT_VERIFICATION } from '#kit/account-verification.ts';
import { callForOne } from '#app/api/client.ts';
import { reportFieldsError } from '#modules/billing/methods/entries/fields-errors.contract.ts';
import type { Funding } from '#modules/billing/methods/funding.states.ts';
import { lookOf } from './appearance.ts';
import { loadProcessor, PATIENCE_MS } from './load-stripe.ts';

export type FieldsKind = 'card' | 'bank';

/** What the server says of an entry of each kind, which is begun when the fields are there already. */
const OF_KIND = {
  card: { allowedPaymentMethodTypes: ['card'] },
  bank: {
    allowedPaymentMethodTypes: ['us_bank_account'],
    paymentMethodOptions: { us_bank_account: ACCOUNT_VERIFICATION },
  },
};

/** Fields that stand further below the window than this are not loaded yet, in CSS pixels. */
const NEAR = '600px';

/** What the processor's script has made of a place in the page. */
export type OpenFields = { stripe: Stripe; elements: StripeElements };

/** Calls once the place is near to what is seen. @returns stops waiting */
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

/** One type each: our own tabs choose the type, as the price depends on it (W1). */
function openFields(stripe: Stripe, kind: FieldsKind): OpenFields & { element: StripePaymentElement } {
  const elements = stripe.elements({
    mode: 'setup',
    currency: 'usd',
    ...OF_KIND[kind],
    ...lookOf(getComputedStyle(document.documentElement), location.origin),
  });
  const element = elements.create('payment', {
    layout: 'tabs',
    // They hide whether a card is a credit card, and its last digits.
    wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
    // The name is a field of ours, and the email address that of the account.
    fields: { billingDetails: { name: 'never', email: 'never' } },
    // Our own terms stand beside the fields; for a bank account Stripe's say what the bank is told.
    terms: { card: 'never', usBankAccount: 'always' },
  });
  return { stripe, elements, element };
}

/** The server counts it; a family reads nothing of a report that is lost. */
function report(kind: FieldsKind, { type, code = 'none' }: Pick<StripeError, 'type' | 'code'>): void {
  void callForOne(reportFieldsError, { body: { kind, type, code } }).catch(() => undefined);
}

type Heard = {
  /** what the typed card is, as soon as its processor knows; null while it does not */
  onFunding?: (funding: Funding | null) => void;
  /** something else is typed than before */
  onChange: () => void;
};

type Asked = Heard & { kind: FieldsKind; publishable_key: string };

/**
 * Draws the processor's fields into a place of the page when it comes near.
 * @returns the place; how the fields are, which may still come after they have been given up; and another try
 */
export function useFields({ kind, publishable_key, onFunding, onChange }: Asked): {
  place: RefObject<HTMLDivElement | null>;
  fields: RefObject<OpenFields | null>;
  state: 'loading' | 'ready' | 'failed';
  retry: () => void;
} {
  const place = useRef<HTMLDivElement>(null);
  const fields = useRef<OpenFields | null>(null);
  const tellFunding = useEffectEvent((funding: Funding | null) => onFunding?.(funding));
  const tellChange = useEffectEvent(onChange);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isLeft = false;
    let late: number | undefined;
    let element: StripePaymentElement | undefined;
    const tell = (now: 'ready' | 'failed') => {
      window.clearTimeout(late);
      if (!isLeft) setState(now);
    };
    async function draw(): Promise<void> {
      const stripe = await loadProcessor(publishable_key);
      if (isLeft || !place.current) return;
      const open = openFields(stripe, kind);
      ({ element } = open);
      element.on('ready', () => tell('ready'));
      element.on('loaderror', ({ error }) => {
        tell('failed');
        report(kind, error);
      });
      element.on('change', () => tellChange());
      element.on('carddetailschange', ({ details }) => tellFunding(details?.funding ?? null));
      element.mount(place.current);
      fields.current = open;
    }
    const stop = whenNear(place.current!, () => {
      late = window.setTimeout(() => tell('failed'), PATIENCE_MS);
      draw().catch(() => tell('failed'));
    });
    return () => {
      isLeft = true;
      stop();
      window.clearTimeout(late);
      element?.destroy();
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
