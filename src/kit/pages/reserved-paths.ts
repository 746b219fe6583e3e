/** First parts of addresses reserved for the portal; the landing page of a school cannot use them (W6). */
const RESERVED = new Set([
  'about-us',
  'account-deleted',
  'admin',
  'api',
  'assets',
  'contact-us',
  'contract',
  'dashboard',
  'employment',
  'favicon',
  'forgot-password',
  'health',
  'healthz',
  'livez',
  'login',
  'logout',
  'metrics',
  'news',
  'not-found',
  'order',
  'privacy-policy',
  'profile',
  'readyz',
  'reset-password',
  'route-map',
  'signup',
  'storage',
  'technology',
  'undo-email-change',
  'verify-contract',
  'verify-email',
]);

export function isReservedPath(path: string): boolean {
  return RESERVED.has(path.toLowerCase());
}
