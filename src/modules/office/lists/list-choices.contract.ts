import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { idShape } from '#kit/endpoint/wire.ts';

const choiceShape = z.object({ id: idShape, text: z.string() });

/** The values of the filters by what is sold, in the order of the catalog. */
export const listChoicesShape = z.object({
  seasons: z.array(choiceShape.extend({ is_current: z.boolean(), is_draft: z.boolean() })),
  schools: z.array(z.object({ path: z.string(), text: z.string() })),
  programs: z.array(choiceShape),
  lines: z.array(choiceShape),
  grades: z.array(choiceShape),
  addons: z.array(choiceShape),
  /** each name of a payment term once */
  plans: z.array(choiceShape),
});
export type ListChoices = z.output<typeof listChoicesShape>;

export const readListChoices = endpoint({
  name: 'readListChoices',
  summary:
    'Seasons, schools, programs, routes, grades and add-ons, as the lists are filtered by them (OF1.2)',
  method: 'GET',
  path: '/admin/list-choices',
  guard: { right: 'families' },
  item: listChoicesShape,
  refusals: [],
});
