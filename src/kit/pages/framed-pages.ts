import { PAYMENT_RETURN } from './payment-return.ts';
import { isReservedPath } from './reserved-paths.ts';

/** Pages for logins, accounts and the work of the company, with all pages below. */
export const ACCOUNT_PAGES: readonly string[] = [
  '/admin',
  '/dashboard',
  '/login',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/undo-email-change',
  '/account-deleted',
];

/**
 * Pages allowed in frames of school websites, besides the pages of schools; `*` is a single part of an
 * address.
 */
const FRAMED: readonly string[] = [
  '/',
  '/about-us',
  '/technology',
  '/employment',
  '/employment/succes',
  '/employment/success',
  '/news',
  '/contact-us',
  '/privacy-policy',
  '/route-map/*',
  '/contract',
  '/verify-contract',
  '/order/success/*',
  PAYMENT_RETURN,
  '/not-found',
];

const SCHOOL = /^\/([a-z0-9][a-z0-9_-]*)$/i;

function isSchoolPage(path: string): boolean {
  const [, school] = SCHOOL.exec(path) ?? [];
  return school !== undefined && !isReservedPath(school);
}

/**
 * Whether a school website may show a page in a frame: public pages, the page of the school and the contract.
 * No other page, in no other spelling: the surrounding site could cover buttons.
 * @param pathname as in the address, with escapes
 * Source: H17, W10, MH10
 */
export function mayBeFramed(pathname: string): boolean {
  const path = pathname.replace(/(.)\/+$/, '$1');
  const wanted = path.replace(/^(\/route-map|\/order\/success)\/[\w-]+$/, '$1/*');
  return FRAMED.includes(wanted) || isSchoolPage(path);
}
