import { ALLOWED_SCHEMES } from './allowed-html.ts';
import { parsedUrl } from './parsed-url.ts';

const HERE = 'https://here.invalid';

/** A path of this site, or an address of an allowed scheme, but not `//elsewhere`. */
export function isAllowedLink(href: string): boolean {
  const url = parsedUrl(href, HERE);
  if (!url || !ALLOWED_SCHEMES.includes(url.protocol.slice(0, -1))) return false;
  return url.origin === HERE || parsedUrl(href) !== undefined;
}
