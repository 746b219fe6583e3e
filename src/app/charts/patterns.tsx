/** Patterns beside colors, so that no part is told by its color alone (RP1.7). */
export const PARTS = ['solid', 'striped', 'dotted', 'blank'] as const;
export type Part = (typeof PARTS)[number];

export const fillOf = (id: string, part: Part): string => `url(#${id}-${part})`;

export function Patterns({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={`${id}-solid`} width="8" height="8" patternUnits="userSpaceOnUse">
        <rect width="8" height="8" className="fill-ink" />
      </pattern>
      <pattern
        id={`${id}-striped`}
        width="8"
        height="8"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="8" height="8" className="fill-bus" />
        <rect width="3" height="8" className="fill-ink" />
      </pattern>
      <pattern id={`${id}-dotted`} width="8" height="8" patternUnits="userSpaceOnUse">
        <rect width="8" height="8" className="fill-red-wash" />
        <circle cx="4" cy="4" r="2" className="fill-red" />
      </pattern>
      <pattern id={`${id}-blank`} width="8" height="8" patternUnits="userSpaceOnUse">
        <rect width="8" height="8" className="fill-card" />
      </pattern>
    </defs>
  );
}

export function PatternSample({ id, part }: { id: string; part: Part }) {
  return (
    <svg viewBox="0 0 20 14" className="h-3.5 w-5 shrink-0" aria-hidden="true">
      <rect x="0.5" y="0.5" width="19" height="13" fill={fillOf(id, part)} className="stroke-ink" />
    </svg>
  );
}
