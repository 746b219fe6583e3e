import type { ComponentProps } from 'react';
import { LinkButton } from '#app/ui/button.tsx';

/**
 * A link to a page with payment fields (`pays` in the site map). For the processor's fields the link reloads:
 * a document keeps the policy of the load, and only these pages may load the processor's script (S20).
 */
export function PaymentLink(props: ComponentProps<typeof LinkButton>) {
  return <LinkButton {...props} reloadDocument={paymentMark() === 'no'} />;
}

/** The document's permission for the processor's script; undefined for the portal's own fields. */
export function paymentMark(): string | undefined {
  if (typeof document === 'undefined') return undefined;
  return document.querySelector<HTMLMetaElement>('meta[name="pays"]')?.content;
}

/** True in a document that was loaded for the processor's script, and for the portal's own fields. */
export const mayLoadProcessor = (): boolean => paymentMark() !== 'no';
