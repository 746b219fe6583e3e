const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

const codeOf = (entity: string): number =>
  /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));

/** HTML and SVG write some letters as entities, `&amp;` for example. */
export function withoutEntities(written: string): string {
  return written.replaceAll(/&(#x?[\da-f]{1,6}|\w+);/gi, (all, entity: string) =>
    entity.startsWith('#')
      ? String.fromCodePoint(Math.min(codeOf(entity), 0x10ffff))
      : (NAMED[entity] ?? all),
  );
}

/** The words of clean HTML, without tags; whole tags alone are taken out, so the result is no HTML. */
export function plainText(html: string): string {
  return withoutEntities(html.replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();
}
