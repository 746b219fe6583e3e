import type { z } from 'zod';

/** The rights of the office; `modules/accounts/rights.ts` has the rights of each role (OF8). */
export const RIGHTS = [
  'families',
  'families_write',
  'care',
  'money',
  'money_write',
  'season',
  'season_write',
  'waiting_write',
  'aid',
  'hiring',
  'audit',
  'export',
  'company',
] as const;
export type Right = (typeof RIGHTS)[number];

export type Reader = { readonly rights: ReadonlySet<Right> };

/** A family reads as owner, without a right of the office. */
export const FAMILY: Reader = { rights: new Set<Right>() };

/** The office itself; the guard of the call has checked the right already. */
export const OFFICE: Reader = { rights: new Set(RIGHTS) };

/** True for staff; false for a staff session without the second factor demanded (H2). */
export function hasAnyRight({ rights }: Reader): boolean {
  return rights.size > 0;
}

export function hasRight({ rights }: Reader, right: Right): boolean {
  return rights.has(right);
}

/** For a field, column, page or sort; without a right, everybody is allowed. */
export function isAllowed(reader: Reader, right: Right | undefined): boolean {
  return right === undefined || hasRight(reader, right);
}

/** A field read only with a right: `shapeFor` leaves the field out for others. Put the mark outermost. */
export function onlyWith<S extends z.ZodType>(right: Right, shape: S): S {
  return shape.meta({ ...shape.meta(), 'x-right': right });
}
