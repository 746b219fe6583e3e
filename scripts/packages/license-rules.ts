import type { ProductionPackage } from './production-packages.ts';

/** Licenses that ask for a notice at most, by their names in SPDX. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'PostgreSQL',
  'Unlicense',
]);

type Exception = { license: string; because: string };

/** Packages whose license is not on the list, each looked at by a person. */
const EXCEPTIONS: [RegExp, Exception][] = [
  [
    /^@img\/sharp-(libvips-|win32-|wasm32$)/,
    {
      license: 'LGPL-3.0-or-later',
      because: 'a library of its own file that is used unchanged and can be replaced, as the LGPL asks',
    },
  ],
  [/^png-js$/, { license: 'MIT', because: 'its file LICENSE says so; its package.json names none' }],
];

export const exceptionOf = ({ name }: Pick<ProductionPackage, 'name'>): Exception | undefined =>
  EXCEPTIONS.find(([pattern]) => pattern.test(name))?.[1];

/** Whether an expression of SPDX can be met with allowed licenses alone: all of `AND`, one of `OR`. */
export function isAllowed(license: string | undefined): boolean {
  if (!license) return false;
  const bare = license.replaceAll(/[()]/g, '');
  return bare.split(' OR ').some((way) => way.split(' AND ').every((one) => ALLOWED.has(one.trim())));
}

/** The packages whose license is unknown, copyleft, or on no list, and that nobody has looked at. */
export const listRefused = <T extends Pick<ProductionPackage, 'name' | 'license'>>(packages: T[]): T[] =>
  packages.filter((one) => !isAllowed(one.license) && !exceptionOf(one));
