/**
 * What the build leaves open in every page, because only the deployment knows it: the server writes it
 * in when it serves the page, and the application reads it there.
 */
export const PAGE_MARKS = { company_name: '%company-name%', frameOrigins: '%frame-origins%' } as const;

/** One text for each mark. */
export type PageFacts = Record<keyof typeof PAGE_MARKS, string>;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

/** The page with every mark filled in, as text: a name cannot bring markup along. */
export function fillPage(html: string, facts: PageFacts): string {
  const marks = Object.keys(PAGE_MARKS) as (keyof PageFacts)[];
  const safe = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
  return marks.reduce((page, mark) => page.replaceAll(PAGE_MARKS[mark], () => safe(facts[mark])), html);
}
