import { parsedUrl } from '#kit/text/parsed-url.ts';

const VERIFICATION = /^\/api\/verify-email\/[^/]+$/;

/**
 * True for a mailed link to the call of this API that verifies an email (W9, H17); no other call is made for
 * a link of unknown origin.
 */
export function isVerificationLink(link: string, origin: string): boolean {
  const url = /[\\\s\p{Cc}]/u.test(link) ? undefined : parsedUrl(link, origin);
  if (!url) return false;
  const { origin: its, pathname, username, password } = url;
  return its === origin && VERIFICATION.test(pathname) && username === '' && password === '';
}
