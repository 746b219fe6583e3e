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

/** All season facts as JSON, read by the application. */
export const SEASON_FACTS_MARK = '%season-facts%';

export type SeasonFacts = Readonly<Record<string, string>>;

export type PageFacts = Record<keyof typeof PAGE_MARKS, string> & { season?: SeasonFacts };

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

export const seasonMark = (name: string): string => `%season:${name}%`;

/** Fills in every mark, escaped: a value cannot bring markup along. */
export function fillPage(html: string, { season = {}, ...facts }: PageFacts): string {
  const marks = Object.keys(PAGE_MARKS) as (keyof typeof PAGE_MARKS)[];
  const safe = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
  return marks
    .reduce((page, mark) => page.replaceAll(PAGE_MARKS[mark], () => safe(facts[mark])), html)
    .replaceAll(SEASON_FACTS_MARK, () => safe(JSON.stringify(season)))
    .replaceAll(/%season:([\w.-]+)%/g, (_, name: string) => safe(season[name] ?? ''));
}
