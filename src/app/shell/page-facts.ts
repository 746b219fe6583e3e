import { PAGE_MARKS, SEASON_FACTS_MARK, seasonMark, type SeasonFacts } from '#kit/text/page-marks.ts';
import { m } from '#i18n/messages.js';
import { brand } from '#app/company/brand.ts';

// A finished page is made before anybody knows what its season will say.
const IS_BUILD = import.meta.env.SSR && import.meta.env.PROD;

function metaContent(name: string): string {
  if (typeof document === 'undefined') return '';
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
  // A page that no portal has served still has its marks.
  return content.startsWith('%') ? '' : content;
}

/** The company's name as this deployment's season says it, or the brand's until then. */
export function companyName(): string {
  return IS_BUILD ? PAGE_MARKS.company_name : metaContent('company-name') || brand.name;
}

/** The origins that may show the portal in a frame, separated by spaces (W10). */
export function frameOrigins(): string {
  return IS_BUILD ? PAGE_MARKS.frameOrigins : metaContent('frame-origins');
}

/**
 * Whether no real money moves here (K1): `yes`; `test` with a processor's test money; `no`; or nothing where
 * no portal has served the page.
 */
export function sandboxFact(): string {
  return IS_BUILD ? PAGE_MARKS.sandbox : metaContent('sandbox');
}

/** What the page's banner says of it, as the portal has written it into the page. */
export function bannerSentence(): string {
  if (IS_BUILD) return PAGE_MARKS.banner;
  const written =
    typeof document === 'undefined' ? '' : document.querySelector('[data-sandbox]')?.textContent;
  if (written) return written;
  return sandboxFact() === 'test' ? m.shell_test_money_banner() : m.shell_sandbox_banner();
}

/** All that the season says on pages, as it stands in a `meta` tag. */
export function seasonFactsText(): string {
  return IS_BUILD ? SEASON_FACTS_MARK : metaContent('season-facts');
}

// Vite serves pages without a portal, so `npm run dev` hands over the demo season's facts.
const season = JSON.parse(
  metaContent('season-facts') || (import.meta.env.VITE_SEASON_FACTS ?? '{}'),
) as SeasonFacts;

/** One phone, mailbox, address line or school name of the season. */
export function seasonFact(name: string): string {
  return IS_BUILD ? seasonMark(name) : (season[name] ?? '');
}
