import type { StripeElementsOptionsMode } from '@stripe/stripe-js';
import fontUrl from '#app/fonts/overpass-latin.woff2?url';

type Look = Pick<StripeElementsOptionsMode, 'appearance' | 'fonts'>;

export function lookOf(page: CSSStyleDeclaration, origin: string): Look {
  const color = (name: string) => page.getPropertyValue(`--color-${name}`).trim();
  const border = `1px solid ${color('control')}`;
  return {
    // A frame of another origin has no fonts of the page.
    fonts: [{ family: 'Overpass', src: `url(${origin}${fontUrl})`, weight: '400 800' }],
    appearance: {
      theme: 'stripe',
      labels: 'above',
      variables: {
        fontFamily: 'Overpass, system-ui, sans-serif',
        // Phones zoom in on fields with a smaller font.
        fontSizeBase: '16px',
        borderRadius: page.getPropertyValue('--radius-md').trim(),
        colorPrimary: color('ink'),
        colorBackground: color('card'),
        colorText: color('ink'),
        colorTextSecondary: color('ink-soft'),
        colorTextPlaceholder: color('ink-soft'),
        colorDanger: color('red'),
      },
      rules: {
        '.Label': { fontWeight: '600', fontSize: '17px', marginBottom: '4px' },
        '.Input': { border, boxShadow: 'none', padding: '10px 12px' },
        '.Input:hover': { border: `1px solid ${color('ink')}` },
        '.Input:focus': { boxShadow: `0 0 0 3px ${color('bus')}`, border: `1px solid ${color('ink')}` },
        '.Input--invalid': { border: `2px solid ${color('red')}`, boxShadow: 'none' },
        '.Error': { fontWeight: '600', fontSize: '15px' },
      },
    },
  };
}
