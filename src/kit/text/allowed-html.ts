/**
 * The tags allowed in typed HTML: text, headings, lists, tables and links. Used by the sanitizer of the
 * server and the preview of the editor: the preview shows exactly the stored result.
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

/** A tag missing here keeps no attributes. */
export const ALLOWED_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  th: ['scope', 'colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
};

/** Allowed schemes of links, besides paths of this site. */
export const ALLOWED_SCHEMES: readonly string[] = ['http', 'https', 'mailto', 'tel'];

/** Tags removed together with their content; other forbidden tags leave their text. */
export const DROPPED_WITH_TEXT: readonly string[] = ['script', 'style', 'textarea', 'option'];
