import type { LineInWords } from '#modules/content/map-lines.ts';

export function MapLines({ lines }: { lines: readonly LineInWords[] }) {
  return lines.map((line) => (
    <div key={line.name} className="pb-3">
      <p className="text-sm text-ink-soft">{line.name}</p>
      <ol aria-label={line.name} className="schedule-line mt-2">
        {line.stops.map((stop, i) => (
          <li key={i} className="schedule-stop is-passed pb-1">
            <span aria-hidden="true" className="stop stop-small border-line" />
            <span>{stop}</span>
          </li>
        ))}
      </ol>
    </div>
  ));
}
