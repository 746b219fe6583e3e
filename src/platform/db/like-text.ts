/** Escapes a text for LIKE: `%` and `_` stand for anything there. */
export function likeText(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`);
}
