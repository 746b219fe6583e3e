import type { z } from 'zod';

// PostgreSQL refuses U+0000 in text and half a surrogate pair in JSON. Nobody types the other control
// characters, and they harm mails and PDFs.
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** Deeper than any declared shape; deeper values are not searched, to protect the stack. */
const MAX_DEPTH = 20;

function isStorable(text: string): boolean {
  return !CONTROL.test(text) && text.isWellFormed();
}

type Found = { path: PropertyKey[]; input: unknown };

function* search(value: unknown, path: PropertyKey[]): Generator<Found> {
  if (typeof value === 'string') {
    if (!isStorable(value)) yield { path, input: value };
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (path.length >= MAX_DEPTH) {
    yield { path: path.slice(0, 1), input: undefined };
    return;
  }
  for (const [key, inner] of Object.entries(value)) {
    if (isStorable(key)) yield* search(inner, [...path, Array.isArray(value) ? Number(key) : key]);
    else yield { path, input: undefined };
  }
}

/**
 * Finds values no column can hold: control characters, halves of characters, and endless nesting. Each place
 * is an issue, as from a schema.
 */
export function unstorableIn(value: unknown): z.core.$ZodIssue[] {
  const issues: z.core.$ZodIssue[] = [];
  for (const { path, input } of search(value, [])) {
    issues.push({
      code: 'custom',
      path,
      input: input ?? 'unstorable',
      message: '',
      params: { rule: 'default' },
    });
    if (issues.length >= 20) break;
  }
  return issues;
}
