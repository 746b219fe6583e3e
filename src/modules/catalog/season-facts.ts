import type { SeasonFacts } from '#kit/text/page-marks.ts';

const COMPANY_FACTS = ['dispatch_phone', 'dispatch_email', 'hiring_email', 'customer_service_email'] as const;

/** The parts of a season that public pages show. */
export type SeasonOfPages = {
  company: Record<(typeof COMPANY_FACTS)[number], string> | undefined;
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
  const facts = Object.fromEntries(COMPANY_FACTS.map((name) => [name, company?.[name] ?? '']));
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
    ...facts,
    domain: facts.dispatch_email?.split('@')[1] ?? '',
    address_1: division?.address_1 ?? '',
    city_line: division ? `${division.city}, ${division.state} ${division.zip}` : '',
    ...Object.fromEntries(ofSchools),
  };
}
