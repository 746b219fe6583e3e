import { companyName } from './page-facts.ts';

type Tag = { name: string; content: string } | { property: string; content: string };

export function pageDescription(title: string, description: string): Tag[] {
  return [
    { name: 'description', content: description },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: companyName() },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
  ];
}
