/**
 * What the build leaves open in every page, because only the deployment knows it: the server writes it
 * in when it serves the page, and the application reads it there.
 */
export const PAGE_MARKS = {
  company_name: '%company-name%',
  frameOrigins: '%frame-origins%',
  /** `yes`; `test` where a processor outside moves test money; `no` where real money moves */
  sandbox: '%sandbox%',
  /** what the banner says of it; hidden where real money moves */
  banner: '%banner%',
} as const;

/** The place of all season facts together, as JSON: the application reads them there. */
export const SEASON_FACTS_MARK = '%season-facts%';

/** Phones, mailboxes, address and schools as the season has them, each by its name. */
export type SeasonFacts = Readonly<Record<string, string>>;

/** One text for each mark. */
export type PageFacts = Record<keyof typeof PAGE_MARKS, string> & { season?: SeasonFacts };

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

/** The place of one season fact in a page. */
export const seasonMark = (name: string): string => `%season:${name}%`;

/** The page with every mark filled in, as text: a name cannot bring markup along. */
export function fillPage(html: string, { season = {}, ...facts }: PageFacts): string {
  const marks = Object.keys(PAGE_MARKS) as (keyof typeof PAGE_MARKS)[];
  const safe = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
  return marks
    .reduce((page, mark) => page.replaceAll(PAGE_MARKS[mark], () => safe(facts[mark])), html)
    .replaceAll(SEASON_FACTS_MARK, () => safe(JSON.stringify(season)))
    .replaceAll(/%season:([\w.-]+)%/g, (_, name: string) => safe(season[name] ?? ''));
}
