import * as f from '#kit/rules/object-fields.ts';
import { objectRules } from '#kit/rules/object-rules.ts';
import { catalogRules } from './catalog-rules.ts';
import { catalogObject } from './object.ts';

const TEXT_MAX = 20_000;

const isSecureAddress = (link: string): boolean => /^https:\/\/[^\s/?#]+[^\s]*$/.test(link);

/** A press release on the page of news. */
export const newsItem = catalogObject({
  kind: 'news_item',
  key: { field: 'title' },
  fields: {
    day: f.day(),
    title: f.text(),
    text: f.htmlOrNone(TEXT_MAX),
    link: f.orNone(f.text(2_000).refine(isSecureAddress, { params: catalogRules.https() })),
    link_text: f.textOrNone(),
    is_active: f.flag().default(true),
  },
  rules: [
    f.across(({ link, link_text }, say) => {
      if (link && !link_text) say('link_text', objectRules.missing());
    }),
  ],
  leftOut: { text: null, link: null, link_text: null, is_active: true },
});
