import sanitizeHtml from 'sanitize-html';

const TAGS = [
  'h2', 'h3', 'h4', 'p', 'br', 'hr', 'strong', 'b', 'em', 'i', 'u', 'small', 'ul', 'ol', 'li', 'a', 'blockquote', 'table', 'thead',
  'tbody', 'tr', 'th', 'td',
];

const RULES: sanitizeHtml.IOptions = {
  allowedTags: TAGS,
  allowedAttributes: { a: ['href'], th: ['scope', 'colspan', 'rowspan'], td: ['colspan', 'rowspan'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
};

// The same dozen texts are read again and again; cleaning one takes most of a millisecond.
const KEPT = 300;
const cleaned = new Map<string, string>();

/**
 * The one place where HTML that somebody typed becomes HTML that we send: about twenty tags of text,
 * no scripts, styles, pictures or frames. Applied when a text is written and again when it is read.
 */
export function sanitise(html: string): string {
  const known = cleaned.get(html);
  if (known !== undefined) return known;
  const clean = sanitizeHtml(html, RULES).trim();
  if (cleaned.size >= KEPT) cleaned.clear();
  cleaned.set(html, clean);
  return clean;
}

/** The same for a text that may be missing; a text of nothing is none. */
export function sanitiseIfAny(html: string | null): string | null {
  return html === null ? null : sanitise(html) || null;
}
