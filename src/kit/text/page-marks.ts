import { escapeHtml } from './escape-html.ts';
import { fillLists, lineStyles, type SchoolOfPage } from './page-lists.ts';

/**
 * Facts of the deployment, unknown at build time: the server fills in the marks when serving a page, and the
 * application reads the values there.
 */
export const PAGE_MARKS = {
  company_name: '%company-name%',
  frameOrigins: '%frame-origins%',
  /** `yes`; `test` for test money at an outside processor; `no` for real money */
  sandbox: '%sandbox%',
  /** the text of the banner; hidden with real money */
  banner: '%banner%',
  /** whether the document may load the processor's script: `yes`, `no`, or nothing for fields of our own */
  pays: '%pays%',
} as const;

/** All schools as JSON, read by the application. */
export const SCHOOLS_MARK = '%schools%';

/** The style rules of the schools' lines; the whole content of a style element. */
export const LINES_MARK = '%school-lines%';

/** All season facts as JSON, read by the application. */
export const SEASON_FACTS_MARK = '%season-facts%';

export type SeasonFacts = Readonly<Record<string, string>>;

export type PageFacts = Record<keyof typeof PAGE_MARKS, string> & {
  season?: SeasonFacts;
  schools?: readonly SchoolOfPage[];
};

export const seasonMark = (name: string): string => `%season:${name}%`;

/** Fills in every mark, escaped: a value cannot bring markup along. */
export function fillPage(html: string, { season = {}, schools = [], ...facts }: PageFacts): string {
  const marks = Object.keys(PAGE_MARKS) as (keyof typeof PAGE_MARKS)[];
  return marks
    .reduce(
      (page, mark) => page.replaceAll(PAGE_MARKS[mark], () => escapeHtml(facts[mark])),
      fillLists(html, schools),
    )
    .replaceAll(SCHOOLS_MARK, () => escapeHtml(JSON.stringify(schools)))
    .replaceAll(LINES_MARK, () => lineStyles(schools))
    .replaceAll(SEASON_FACTS_MARK, () => escapeHtml(JSON.stringify(season)))
    .replaceAll(/%season:([\w.-]+)%/g, (_, name: string) => escapeHtml(season[name] ?? ''));
}
