import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { dayShape, idShape } from '#kit/endpoint/wire.ts';
import { KINDS_WITH_TEXTS, MISSING, STOPS, TEXT_FIELDS } from './set-up-parts.ts';

const countShape = z.number().int();

/** An object as the set-up names it; `key` is how others refer to it. */
const objectShape = z.object({ id: idShape, version: countShape, name: z.string(), key: z.string() });
export type SetUpObject = z.output<typeof objectShape>;

const setUpShape = z.object({
  stops: z.array(z.object({ stop: z.enum(STOPS), missing: z.array(z.enum(MISSING)) })),
  /** the objects that the forms continue; null for what is not there */
  objects: z.object({
    company: objectShape.nullable(),
    division: objectShape.nullable(),
    program_group: objectShape.nullable(),
    program: objectShape.nullable(),
    period: objectShape.nullable(),
    period_group: objectShape.nullable(),
    period_program: objectShape.nullable(),
    route: objectShape.nullable(),
  }),
  texts: z.array(
    z.object({
      kind: z.enum(KINDS_WITH_TEXTS),
      field: z.enum(TEXT_FIELDS),
      state: z.enum(['missing', 'starter', 'written']),
      /** HTML; null without a text */
      html: z.string().nullable(),
    }),
  ),
  /** the schools that open with the season, each with a route */
  opening: z.array(objectShape),
  /** what the starter texts say in their blanks; null before company and division are there */
  facts: z
    .object({
      company: z.string(),
      dispatch_phone: z.string(),
      main_phone: z.string(),
      email: z.string(),
      hours: z.string(),
    })
    .nullable(),
  /** the first day of the school year */
  starts_on: dayShape.nullable(),
  /** in company time; the days of a school year are proposed from here */
  today: dayShape,
  /** of the brand folder, the first value of a portal (SE13.1) */
  dispatch_hours: z.string(),
});
export type SetUp = z.output<typeof setUpShape>;

export const readSetUp = endpoint({
  name: 'readSetUp',
  summary: 'What a portal without a published season has and misses, by the stops of the set-up (SE11.2)',
  method: 'GET',
  path: '/admin/set-up',
  guard: { right: 'season' },
  item: setUpShape,
  refusals: [],
});
