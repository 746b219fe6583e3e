type Mapped = { path: string };

export type PageAddress<Page extends Mapped> = {
  page: Page;
  path: string;
};

// After decoding, these characters would read as another part, a query or an escape.
const NEVER_IN_A_PART = /[/\\?#%\p{Cc}]/u;

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
 * Every rule about addresses uses the returned spelling, so no other spelling has other rights (MH10).
 * @returns undefined for an address without a page
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
