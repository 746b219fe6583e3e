import { companyName } from './page-facts.ts';

/** `Company – Suffix`, or the company name alone (accounts.md §2). */
export function pageTitle(suffix?: string): [{ title: string }] {
  const company = companyName();
  return [{ title: suffix ? `${company} – ${suffix}` : company }];
}
