import { isReservedPath } from './reserved-paths.ts';

/** Where somebody logs in, looks at an account or works for the company, with all that lies below. */
export const ACCOUNT_PAGES: readonly string[] = [
  '/admin',
  '/dashboard',
  '/login',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
];

/** What a school's website may show beside the schools' own pages; `*` stands for one part of an address. */
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
  '/not-found',
];

const SCHOOL = /^\/([a-z0-9][a-z0-9_-]*)$/i;

function isSchoolPage(path: string): boolean {
  const [, school] = SCHOOL.exec(path) ?? [];
  return school !== undefined && !isReservedPath(school);
}

/**
 * Whether a school's website may show a page in a frame: public pages, the school's own and its contract. No
 * other page ever, in no other spelling of its address: the site around it could lay something else over its
 * buttons.
 * @param pathname  as the address has it, with its escapes
 * Source: H17, W10, MH10
 */
export function mayBeFramed(pathname: string): boolean {
  const path = pathname.replace(/(.)\/+$/, '$1');
  const wanted = path.replace(/^(\/route-map|\/order\/success)\/[\w-]+$/, '$1/*');
  return FRAMED.includes(wanted) || isSchoolPage(path);
}
