import { z } from 'zod';
import type { Right } from '#kit/endpoint/right.ts';
import {
  readAmounts,
  readChoices,
  readDays,
  readIds,
  readNumbers,
  readSeasons,
  readText,
  readYesNo,
  type FilterKind,
} from './filter-grammar.ts';

const kinds = z.registry<FilterKind>();

/** @returns undefined for a parameter that is no filter of the grammar */
export const kindOf = (filter: z.ZodType): FilterKind | undefined => kinds.get(filter);

/** The filters of the grammar as plain data, which pages are given too. */
export function kindsOf(filters: Readonly<Record<string, unknown>>): Readonly<Record<string, FilterKind>> {
  const found = Object.entries(filters).map(([name, filter]) => [name, kindOf(filter as z.ZodType)] as const);
  return Object.fromEntries(found.filter((one): one is [string, FilterKind] => one[1] !== undefined));
}

type Options = { right?: Right };

function filterOf<T>(kind: FilterKind, read: (text: string) => T | undefined) {
  const shape = z
    .string()
    .max(500)
    .optional()
    .transform((text, ctx): T | undefined => {
      const written = text?.trim() ?? '';
      if (written === '') return undefined;
      const value = read(written);
      if (value === undefined) ctx.issues.push({ code: 'custom', input: text, params: { rule: 'filter' } });
      return value;
    });
  kinds.add(shape, kind);
  return shape;
}

/** `state=failed,returned` */
export const choices = <const V extends string>(values: readonly V[], options?: Options) =>
  filterOf({ kind: 'choices', values, ...options }, (text) => readChoices(text, values));

/** `season=4,5` */
export const ids = (options?: Options) => filterOf({ kind: 'ids', ...options }, readIds);

/** `season=current`, `season=4,5` */
export const seasons = () => filterOf({ kind: 'seasons' }, readSeasons);

/** `school=hm,rcs`: the service knows which names exist. */
export const names = (options?: Options) =>
  filterOf({ kind: 'names', ...options }, (text) => readChoices(text));

/** `signed=2027-03-01..2027-03-31`, `..2027-03-31`, `last_7d` */
export const days = (options?: Options) => filterOf({ kind: 'days', ...options }, readDays);

/** `due=100..500`, in dollars */
export const amounts = (options?: Options) => filterOf({ kind: 'amounts', ...options }, readAmounts);

/** `days_late=7..30` */
export const numbers = (options?: Options) => filterOf({ kind: 'numbers', ...options }, readNumbers);

/** `verified=no` */
export const yesNo = (options?: Options) => filterOf({ kind: 'yes_no', ...options }, readYesNo);

/** `reference=1042`: a text from the begin */
export const words = (options?: Options) => filterOf({ kind: 'text', ...options }, readText);
