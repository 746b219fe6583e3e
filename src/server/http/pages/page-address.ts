/** A page of the site's map, with the pattern of its address. */
type Mapped = { path: string };

export type PageAddress<Page extends Mapped> = {
  page: Page;
  /** the one spelling of the address, with its escapes */
  path: string;
};

// What no part of an address of ours holds; decoded, it would be read as another part, a query or an escape.
const NEVER_IN_A_PART = /[/\\?#%\p{Cc}]/u;

/** The parts of a path: dots are followed, slashes joined, blanks and full stops at the edges cut off. */
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
 * The page of an address in whatever spelling it comes, and the one spelling of it. All that hangs on an
 * address asks for this spelling, so that no other one has other rights.
 * @returns undefined for an address that no page has
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
