/** Nine digits read 10471-1234, with any dash or blank between them; other texts stay. */
export function formatZip(text: string): string {
  const [, place, sector] = /^\s*(\d{5})\s*[‐-―-]?\s*(\d{4})\s*$/.exec(text) ?? [];
  return place && sector ? `${place}-${sector}` : text;
}
