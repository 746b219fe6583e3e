import { m } from '#i18n/messages.js';

/** `Company – Suffix`, or the bare company name (accounts.md §2). For a route's `meta`. */
export function pageTitle(suffix?: string): [{ title: string }] {
  const company = m.shell_company_name();
  return [{ title: suffix ? `${company} – ${suffix}` : company }];
}
