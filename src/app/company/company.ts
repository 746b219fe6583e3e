import { m } from '#i18n/messages.js';
import { companyName, seasonFact } from '#app/shell/page-facts.ts';
import { brand } from './brand.ts';

/** Where the company is found, as the season says it. */
export const company = {
  address_1: seasonFact('address_1'),
  city_line: seasonFact('city_line'),
  dispatch_phone: seasonFact('dispatch_phone'),
  dispatch_email: seasonFact('dispatch_email'),
  customer_service_email: seasonFact('customer_service_email'),
  hiring_email: seasonFact('hiring_email'),
  domain: seasonFact('domain'),
} as const;

/** The schools in the order of the brand's line, with what the season says of them. */
export const schools = brand.schools.map(({ path, routes }) => ({
  path,
  routes,
  name: seasonFact(`school.${path}.name`),
  routes_email: seasonFact(`school.${path}.routes_email`),
}));

export type School = (typeof schools)[number];

/** Those whose routes run already. */
export const ridingSchools = schools.filter((school) => school.routes.length > 0);

/** The schools in a sentence: `Lakeside School, Elm School and Mill Road School`. */
export function schoolNames(): string {
  const names = schools.map(({ name }) => name);
  const last = names.pop() ?? '';
  return names.length > 0 ? m.shell_names({ names: names.join(', '), last }) : last;
}

const known = (): Record<string, string> => ({
  ...company,
  address: `${company.address_1}, ${company.city_line}`,
  company: companyName(),
});

/** A text of the brand with the facts that it names in braces: `{company}`, `{address}`, `{domain}`. */
export function say(text: string): string {
  const facts = known();
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => facts[name] ?? '');
}

/**
 * The school's line, for a `data-line` attribute on any ancestor of a line.
 * @param path  the program group's path, case ignored; a school without a color of its own rides the gray
 *   line
 */
export function lineOf(path: string | undefined): string {
  const known = path?.toLowerCase();
  return schools.find((school) => school.path === known)?.path ?? 'other';
}
