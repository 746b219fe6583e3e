import { lineStyles, type SchoolOfPage } from '#kit/text/page-lists.ts';
import {
  LINES_MARK,
  PAGE_MARKS,
  SCHOOLS_MARK,
  SEASON_FACTS_MARK,
  seasonMark,
  type SeasonFacts,
} from '#kit/text/page-marks.ts';
import { m } from '#i18n/messages.js';
import { brand } from '#app/company/brand.ts';

// A prerendered page exists before the season's facts.
export const IS_BUILD = import.meta.env.SSR && import.meta.env.PROD;

function metaContent(name: string): string {
  if (typeof document === 'undefined') return '';
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
  // A page without a portal still has the placeholders.
  return content.startsWith('%') ? '' : content;
}

/** The company's name of the season, or the brand's name before. */
export function companyName(): string {
  return IS_BUILD ? PAGE_MARKS.company_name : metaContent('company-name') || brand.name;
}

/** The origins allowed to show the portal in a frame, separated by spaces (W10). */
export function frameOrigins(): string {
  return IS_BUILD ? PAGE_MARKS.frameOrigins : metaContent('frame-origins');
}

/** `yes` without real money (K1); `test` with a processor's test money; `no`; or blank without a portal. */
export function sandboxFact(): string {
  return IS_BUILD ? PAGE_MARKS.sandbox : metaContent('sandbox');
}

export function bannerSentence(): string {
  if (IS_BUILD) return PAGE_MARKS.banner;
  const written =
    typeof document === 'undefined' ? '' : document.querySelector('[data-sandbox]')?.textContent;
  if (written) return written;
  return sandboxFact() === 'test' ? m.shell_test_money_banner() : m.shell_sandbox_banner();
}

export function seasonFactsText(): string {
  return IS_BUILD ? SEASON_FACTS_MARK : metaContent('season-facts');
}

// Vite serves pages without a portal, so `npm run dev` uses the facts of the demo season.
const season = JSON.parse(
  metaContent('season-facts') || (import.meta.env.VITE_SEASON_FACTS ?? '{}'),
) as SeasonFacts;

/** Every school of the portal; in a page of the build one pattern (app/company/schools.ts). */
export function knownSchools(): SchoolOfPage[] {
  return JSON.parse(metaContent('schools') || (import.meta.env.VITE_SCHOOLS ?? '[]')) as SchoolOfPage[];
}

export const schoolsText = (): string => (IS_BUILD ? SCHOOLS_MARK : JSON.stringify(knownSchools()));

export const linesText = (): string => (IS_BUILD ? LINES_MARK : lineStyles(knownSchools()));

export function seasonFact(name: string): string {
  return IS_BUILD ? seasonMark(name) : (season[name] ?? '');
}
