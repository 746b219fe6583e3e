import { parsedUrl } from '#kit/text/parsed-url.ts';

const VERIFICATION = /^\/api\/verify-email\/[^/]+$/;

/**
 * Whether a link that somebody mailed is the call that verifies an email, on our own API (W9, H17): no other
 * call is made for a stranger's link. It is requested as it was given; this only says whether it may be.
 * @param origin  of the page
 */
export function isVerificationLink(link: string, origin: string): boolean {
  const url = /[\\\s\p{Cc}]/u.test(link) ? undefined : parsedUrl(link, origin);
  if (!url) return false;
  const { origin: its, pathname, username, password } = url;
  return its === origin && VERIFICATION.test(pathname) && username === '' && password === '';
}
