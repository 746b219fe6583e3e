import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { dayShape, idShape } from '#kit/endpoint/wire.ts';

export const contentBlockShape = z.object({
  id: idShape,
  key: z.string(),
  category: z.string(),
  /** a path below `/storage/`, or a full URL beginning with http */
  content: z.string(),
  helper_text: z.string().nullable(),
  /** the path of the school whose routes it shows, and its name in the list of the home page */
  program_group: z.string().nullable(),
  short_name: z.string().nullable(),
  is_active: z.boolean(),
});
export type ContentBlock = z.output<typeof contentBlockShape>;

export const listContentBlocks = endpoint({
  name: 'listContentBlocks',
  summary: 'The content blocks of the public site, in the order of the season file',
  method: 'GET',
  path: '/content-block',
  guard: 'anyone',
  item: contentBlockShape,
  refusals: [],
});

export const newsItemShape = z.object({
  id: idShape,
  day: dayShape,
  title: z.string(),
  /** sanitized HTML */
  text: z.string().nullable(),
  link: z.string().nullable(),
  link_text: z.string().nullable(),
});
export type NewsItem = z.output<typeof newsItemShape>;

export const listNewsItems = endpoint({
  name: 'listNewsItems',
  summary: 'The press releases of the page of news, the newest first',
  method: 'GET',
  path: '/news',
  guard: 'anyone',
  item: newsItemShape,
  refusals: [],
});
