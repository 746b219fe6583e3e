/** Where somebody logs in, looks at an account or works for the company, with all that lies below. */
export const ACCOUNT_PAGES: readonly string[] = [
  '/admin',
  '/dashboard',
  '/login',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
];

/**
 * Whether a school's website may show a page in a frame: public pages, the school's own and its contract. A
 * page of an account never: the site around it could lay something else over its buttons.
 * Source: H17, W10
 */
export const mayBeFramed = (path: string): boolean =>
  !ACCOUNT_PAGES.some((page) => path === page || path.startsWith(`${page}/`));
