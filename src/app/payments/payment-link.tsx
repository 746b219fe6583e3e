import type { ComponentProps } from 'react';
import { LinkButton } from '#app/ui/button.tsx';

/**
 * A link to a page where cards and accounts are entered (`pays` in the site map). Where they are typed into
 * the processor's fields, it loads that page anew: a document keeps the policy that it came with, and only
 * those pages may load the processor's script (S20).
 */
export function PaymentLink(props: ComponentProps<typeof LinkButton>) {
  return <LinkButton {...props} reloadDocument={paymentMark() === 'no'} />;
}

/**
 * What the server says of this document: whether it may load the processor's script. Undefined where the
 * fields are our own.
 */
export function paymentMark(): string | undefined {
  if (typeof document === 'undefined') return undefined;
  return document.querySelector<HTMLMetaElement>('meta[name="pays"]')?.content;
}
