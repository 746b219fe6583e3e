import { m } from '#i18n/messages.js';
import { OTHER_LINE } from '#kit/text/line-color.ts';
import { schoolsOnHomePage, type SchoolOfPage } from '#kit/text/page-lists.ts';
import type { SeasonFacts } from '#kit/text/page-marks.ts';

import { contactShape, type Contact } from './catalog.contract.ts';

export function contactOf(company: Contact | undefined): Contact {
  const fields = contactShape.keyof().options;
  return contactShape.parse(Object.fromEntries(fields.map((field) => [field, company?.[field] ?? ''])));
}

export type SeasonOfPages = {
  company: (Contact & { dispatch_hours?: string | null }) | undefined;
  /** the first division has the company's address */
  divisions: readonly { address_1: string; city: string; state: string; zip: string }[];
};

export function seasonFactsOf({ company, divisions }: SeasonOfPages): SeasonFacts {
  const [division] = divisions;
  const contact = contactOf(company);
  return {
    ...contact,
    dispatch_hours: company?.dispatch_hours ?? '',
    domain: contact.dispatch_email.split('@')[1] ?? '',
    address_1: division?.address_1 ?? '',
    city_line: division ? `${division.city}, ${division.state} ${division.zip}` : '',
  };
}

type SchoolRow = {
  path: string;
  text: string;
  routes_email: string | null;
  line_color?: string;
  drawing_file?: string | null;
  is_on_home_page?: boolean;
};

type BlockRow = {
  key: string;
  /** the path of the school whose routes it shows */
  program_group?: string | null;
  short_name?: string | null;
  helper_text: string | null;
  is_active: boolean;
};

/**
 * The schools in their order, each with the routes that the home page lists of it.
 * @param drawings  the paths of the schools that the brand folder has a drawing of
 */
export function schoolsOfPages(
  schools: readonly SchoolRow[],
  blocks: readonly BlockRow[],
  drawings: readonly string[],
): SchoolOfPage[] {
  return schools.map(({ path, text, routes_email, line_color, drawing_file, is_on_home_page }) => ({
    path,
    short_name: path.toUpperCase(),
    // The short name stands beside the name, so `Elm School (ELM)` loses the brackets.
    name: text.replace(/ \(.*$/, ''),
    routes_email: routes_email ?? '',
    line_color: line_color ?? OTHER_LINE,
    drawing_file: drawing_file ?? '',
    building: drawings.includes(path.toLowerCase()) ? path.toLowerCase() : 'other',
    is_on_home_page: is_on_home_page ?? true,
    routes: blocks
      .filter((block) => block.is_active && block.program_group?.toLowerCase() === path.toLowerCase())
      .map(({ key, short_name, helper_text }) => ({ map: key, name: short_name ?? helper_text ?? key })),
  }));
}

/** A season file, as pages without a portal read it. */
export type DemoOfPages = SeasonOfPages & {
  program_groups: readonly SchoolRow[];
  content_blocks: readonly BlockRow[];
};

/** `the Elm, the Oak and the Fir School`, as the footer and the account say it. */
export function schoolNames(schools: readonly SchoolOfPage[]): string {
  const names = schoolsOnHomePage(schools).map(({ name }) => name);
  const last = names.pop() ?? '';
  return names.length > 0 ? m.shell_names({ names: names.join(', '), last }) : last;
}
