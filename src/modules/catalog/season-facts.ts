import type { SeasonFacts } from '#kit/text/page-marks.ts';

import { contactShape, type Contact } from './catalog.contract.ts';

export function contactOf(company: Contact | undefined): Contact {
  const fields = contactShape.keyof().options;
  return contactShape.parse(Object.fromEntries(fields.map((field) => [field, company?.[field] ?? ''])));
}

export type SeasonOfPages = {
  company: Contact | undefined;
  /** the first division has the company's address */
  divisions: readonly { address_1: string; city: string; state: string; zip: string }[];
  program_groups: readonly { path: string; text: string; routes_email: string | null }[];
};

/** A school of the brand without a row in the season keeps the short name. */
export function seasonFactsOf(
  { company, divisions, program_groups }: SeasonOfPages,
  schools: readonly { path: string }[],
): SeasonFacts {
  const [division] = divisions;
  const contact = contactOf(company);
  const ofSchools = schools.flatMap(({ path }) => {
    const group = program_groups.find((one) => one.path.toLowerCase() === path);
    // The short name stands beside the name, so `Elm School (ELM)` loses the brackets.
    const name = group?.text.replace(/ \(.*$/, '') ?? path.toUpperCase();
    return [
      [`school.${path}.name`, name],
      [`school.${path}.routes_email`, group?.routes_email ?? ''],
    ];
  });
  return {
    ...contact,
    domain: contact.dispatch_email.split('@')[1] ?? '',
    address_1: division?.address_1 ?? '',
    city_line: division ? `${division.city}, ${division.state} ${division.zip}` : '',
    ...Object.fromEntries(ofSchools),
  };
}
