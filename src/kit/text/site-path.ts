import { parsedUrl } from './parsed-url.ts';

const SITE_PATH_MAX = 512;

/**
 * A path on this site, else undefined: a single slash in front, no backslash, space or control character, and
 * on this site after parsing (W9).
 */
export function safeSitePath(path: string | null | undefined): string | undefined {
  if (!path || path.length > SITE_PATH_MAX || !path.startsWith('/') || /[\\\s\p{Cc}]/u.test(path))
    return undefined;
  const here = 'http://site.invalid';
  const parsed = parsedUrl(path, here);
  return parsed?.origin === here && !parsed.pathname.startsWith('//') ? path : undefined;
}
