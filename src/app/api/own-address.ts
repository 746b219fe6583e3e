/**
 * The address of a link that somebody mailed, if it is of our own API (W9). It is requested as it was
 * given; this only says whether it may be.
 * @param origin  of the page
 */
export function isOwnApiAddress(link: string, origin: string): boolean {
  if (/[\\\s\p{Cc}]/u.test(link) || !URL.canParse(link, origin)) return false;
  const { origin: its, pathname, username, password } = new URL(link, origin);
  return its === origin && pathname.startsWith('/api/') && username === '' && password === '';
}
