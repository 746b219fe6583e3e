/**
 * What typed HTML may hold: text, its headings, lists, tables and links. The server's
 * sanitizer and the preview of the HTML editor both read this list, so that one shows what the other keeps.
 */
export const ALLOWED_TAGS: readonly string[] = [
  'h2',
  'h3',
  'h4',
  'p',
  'br',
  'hr',
  'strong',
  'b',
  'em',
  'i',
  'u',
  'small',
  'ul',
  'ol',
  'li',
  'a',
  'blockquote',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
];

/** The attributes that a tag keeps; a tag that is not named here keeps none. */
export const ALLOWED_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  th: ['scope', 'colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
};

/** Where a link may lead, besides to a path of this site. */
export const ALLOWED_SCHEMES: readonly string[] = ['http', 'https', 'mailto', 'tel'];

/** Tags that go together with what stands inside them; any other tag that is not allowed leaves its text. */
export const DROPPED_WITH_TEXT: readonly string[] = ['script', 'style', 'textarea', 'option'];
