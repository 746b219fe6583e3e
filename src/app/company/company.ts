import { m } from '#i18n/messages.js';
import { companyName, seasonFact } from '#app/shell/page-facts.ts';
import { brand } from './brand.ts';

export const company = {
  address_1: seasonFact('address_1'),
  city_line: seasonFact('city_line'),
  dispatch_phone: seasonFact('dispatch_phone'),
  dispatch_email: seasonFact('dispatch_email'),
  customer_service_email: seasonFact('customer_service_email'),
  hiring_email: seasonFact('hiring_email'),
  domain: seasonFact('domain'),
} as const;

export const schools = brand.schools.map(({ path, routes }) => ({
  path,
  routes,
  name: seasonFact(`school.${path}.name`),
  routes_email: seasonFact(`school.${path}.routes_email`),
}));

export type School = (typeof schools)[number];

export const ridingSchools = schools.filter((school) => school.routes.length > 0);

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

/** Fills in facts of the season: `{company}`, `{address}`, `{domain}`. */
export function say(text: string): string {
  const facts = known();
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => facts[name] ?? '');
}

/**
 * The value of `data-line` on an ancestor of a line.
 * @param path  the program group's path, in any case; schools without a color get the gray line
 */
export function lineOf(path: string | undefined): string {
  const known = path?.toLowerCase();
  return schools.find((school) => school.path === known)?.path ?? 'other';
}
