import sanitizeHtml from 'sanitize-html';
import {
  ALLOWED_ATTRIBUTES,
  ALLOWED_SCHEMES,
  ALLOWED_TAGS,
  DROPPED_WITH_TEXT,
} from '#kit/text/allowed-html.ts';

const RULES: sanitizeHtml.IOptions = {
  allowedTags: [...ALLOWED_TAGS],
  allowedAttributes: Object.fromEntries(
    Object.entries(ALLOWED_ATTRIBUTES).map(([tag, names]) => [tag, [...names]]),
  ),
  allowedSchemes: [...ALLOWED_SCHEMES],
  nonTextTags: [...DROPPED_WITH_TEXT],
  allowProtocolRelative: false,
};

// The same dozen texts are read again and again, and cleaning a text takes most of a millisecond.
const KEPT = 300;
const cleaned = new Map<string, string>();

/** Applied when a text is written and again when a text is read; nothing else cleans HTML. */
export function sanitize(html: string): string {
  const known = cleaned.get(html);
  if (known !== undefined) return known;
  const clean = sanitizeHtml(html, RULES).trim();
  if (cleaned.size >= KEPT) cleaned.clear();
  cleaned.set(html, clean);
  return clean;
}

/** An empty text becomes null. */
export function sanitizeIfAny(html: string | null): string | null {
  return html === null ? null : sanitize(html) || null;
}
