import { m } from '#i18n/messages.js';
import { PAGE_MARKS } from '#kit/text/page-marks.ts';

function metaContent(name: string): string {
  if (typeof document === 'undefined') return '';
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
  // A page that no portal has served still has its marks.
  return content.startsWith('%') ? '' : content;
}

/** The company's name as this deployment's season says it, or the portal's own. */
export function companyName(): string {
  // A finished page is made before anybody knows whose it will be.
  if (import.meta.env.SSR && import.meta.env.PROD) return PAGE_MARKS.company_name;
  return metaContent('company-name') || m.shell_company_name();
}

/** The origins that may show the portal in a frame, separated by spaces (W10). */
export function frameOrigins(): string {
  return import.meta.env.SSR && import.meta.env.PROD ? PAGE_MARKS.frameOrigins : metaContent('frame-origins');
}
