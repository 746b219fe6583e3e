import type { SeasonFacts } from '#kit/text/page-marks.ts';

import { contactShape, type Contact } from './catalog.contract.ts';

/** Where the company is reached; empty texts until a season says it. */
export function contactOf(company: Contact | undefined): Contact {
  const fields = contactShape.keyof().options;
  return contactShape.parse(Object.fromEntries(fields.map((field) => [field, company?.[field] ?? ''])));
}

export type SeasonOfPages = {
  company: Contact | undefined;
  /** the first one is where the company is found */
  divisions: readonly { address_1: string; city: string; state: string; zip: string }[];
  program_groups: readonly { path: string; text: string; routes_email: string | null }[];
};

/**
 * The facts of the pages, by name. A school of the brand that the season does not have keeps its short name.
 */
export function seasonFactsOf(
  { company, divisions, program_groups }: SeasonOfPages,
  schools: readonly { path: string }[],
): SeasonFacts {
  const [division] = divisions;
  const contact = contactOf(company);
  const ofSchools = schools.flatMap(({ path }) => {
    const group = program_groups.find((one) => one.path.toLowerCase() === path);
    // `Elm School (ELM)` stands beside its short name, so the name is enough.
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
