import { companyName } from './page-facts.ts';

/** `Company – Suffix`, or the bare company name (accounts.md §2). For a route's `meta`. */
export function pageTitle(suffix?: string): [{ title: string }] {
  const company = companyName();
  return [{ title: suffix ? `${company} – ${suffix}` : company }];
}
