import { companyName } from './page-facts.ts';

type Tag = { name: string; content: string } | { property: string; content: string };

/**
 * What a search engine or a chat shows of a page: one sentence under the page's own name. For a route's
 * `meta`.
 */
export function pageDescription(title: string, description: string): Tag[] {
  return [
    { name: 'description', content: description },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: companyName() },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
  ];
}
