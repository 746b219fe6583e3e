import { describe, expect, it } from 'vitest';
import { ownFile } from './load-stripe.ts';

/** @shows S20.1 */
describe('a script element of the processor’s script', () => {
  it.each([
    'https://js.stripe.com/endive/stripe.js',
    'https://js.stripe.com/endive/fingerprinted/js/controller-1f2e.js',
    'https://b.js.stripe.com/more.js',
  ])('may load %s', (url) => expect(ownFile(url)).toBe(url));

  it.each([
    'http://js.stripe.com/endive/stripe.js',
    'https://js.stripe.com.evil.example/stripe.js',
    'https://evil-js.stripe.com/stripe.js',
    'https://evil.example/js.stripe.com/stripe.js',
    'https://evil.example/?js.stripe.com',
    'javascript:alert(1)//js.stripe.com',
    'data:text/javascript,alert(1)',
    '/assets/own.js',
    '//evil.example/x.js',
  ])('may not load %s', (url) => expect(ownFile(url)).toBeNull());
});
