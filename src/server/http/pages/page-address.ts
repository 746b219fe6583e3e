/** A page of the site's map, with the pattern of the address. */
type Mapped = { path: string };

export type PageAddress<Page extends Mapped> = {
  page: Page;
  /** the only spelling of the address, with escapes */
  path: string;
};

// No part of our addresses has these characters: after decoding, the characters would read as another part,
// a query or an escape.
const NEVER_IN_A_PART = /[/\\?#%\p{Cc}]/u;

/** Resolves dots, joins slashes, and cuts blanks and full stops at the edges. */
function partsOf(pathname: string): string[] | undefined {
  try {
    const { pathname: followed } = new URL(pathname.replace(/^[/\\]+/, '/'), 'http://portal');
    const parts = followed.split('/').map((part) => decodeURIComponent(part).replace(/^\s+|[\s.]+$/gu, ''));
    return parts.some((part) => NEVER_IN_A_PART.test(part)) ? undefined : parts.filter(Boolean);
  } catch {
    return undefined;
  }
}

/**
 * Every rule about addresses uses the returned spelling, so no other spelling has other rights.
 * @returns undefined for an address without a page
 * Source: MH10
 */
export function pageAddress<Page extends Mapped>(
  findPage: (path: string) => Page | undefined,
  pathname: string,
): PageAddress<Page> | undefined {
  const parts = partsOf(pathname);
  const page = parts && findPage(`/${parts.join('/')}`.toLowerCase());
  if (!page) return undefined;
  const pattern = page.path.split('/').filter(Boolean);
  const spelled = pattern.map((part, i) => (part.startsWith(':') ? encodeURIComponent(parts[i]!) : part));
  return { page, path: `/${spelled.join('/')}` };
}
