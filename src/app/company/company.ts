import { companyName, seasonFact } from '#app/shell/page-facts.ts';

export const company = {
  address_1: seasonFact('address_1'),
  city_line: seasonFact('city_line'),
  dispatch_phone: seasonFact('dispatch_phone'),
  dispatch_email: seasonFact('dispatch_email'),
  dispatch_hours: seasonFact('dispatch_hours'),
  customer_service_email: seasonFact('customer_service_email'),
  hiring_email: seasonFact('hiring_email'),
  domain: seasonFact('domain'),
} as const;

/** The names of the schools on the home page, in one sentence. */
export const schoolNames = (): string => seasonFact('school_names');

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
export const lineOf = (path: string | undefined): string => path?.toLowerCase() ?? 'other';
