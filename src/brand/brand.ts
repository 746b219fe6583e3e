import { z } from 'zod';

const school = z.strictObject({
  /** the program group's path in the season, in lower case */
  path: z.string().regex(/^[a-z0-9-]+$/),
  /** the color of its line, on screens and on paper */
  color: z.string().regex(/^#[0-9a-f]{6}$/),
  /**
   * what the home page lists of it: each route's content block and short name; none while they are planned
   */
  routes: z.array(z.strictObject({ map: z.string(), name: z.string() })),
});

/** What `brand.json` of a brand folder holds: what the season does not say about the company. */
export const brandShape = z.strictObject({
  /** the company's name until a season says it */
  name: z.string().min(1),
  short_name: z.string().min(1),
  /** the sender of mails where MAIL_FROM is not set */
  mail_from: z.string().min(3),
  dispatch_hours: z.string(),
  /** stands in notes beside fields for a contract number */
  example_contract_number: z.string(),
  /** colors of the screens that are not the portal's own, by the names of src/app/ui/tokens.css */
  colors: z.record(z.string().regex(/^[a-z-]+$/), z.string().regex(/^#[0-9a-f]{6}$/)).optional(),
  /** in the order in which the line of the home page passes them */
  schools: z.array(school).min(1),
  /** how programs take payments by check, by the program's name (contracts.md §9) */
  check_instructions: z.record(z.string(), z.strictObject({ attention: z.string(), text: z.string() })),
});

/** A press release of pages/news.json; texts without markup. */
export type FirstNews = {
  day: string;
  title: string;
  text: string;
  link?: { href: string; text: string };
};

export type Brand = z.output<typeof brandShape>;
