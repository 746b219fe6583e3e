import type { ScaleLinear } from 'd3-scale';
import { FRAME, inner } from './scales.ts';

type Labels = { x: string; y: string };

/** The lines and numbers of the value axis, and the names of both axes. */
export function Axes({
  scale,
  labels,
  format,
}: {
  scale: ScaleLinear<number, number>;
  labels: Labels;
  format: (value: number) => string;
}) {
  return (
    <g aria-hidden="true">
      {scale.ticks(4).map((value) => (
        <g key={value}>
          <line
            x1={FRAME.left}
            x2={FRAME.width - FRAME.right}
            y1={scale(value)}
            y2={scale(value)}
            className="stroke-hair"
          />
          <text
            x={FRAME.left - 8}
            y={scale(value) + 4}
            textAnchor="end"
            className="fill-ink-soft text-[13px]"
          >
            {format(value)}
          </text>
        </g>
      ))}
      <line
        x1={FRAME.left}
        x2={FRAME.width - FRAME.right}
        y1={inner.floor}
        y2={inner.floor}
        className="stroke-ink"
      />
      <text
        x={FRAME.left + inner.width / 2}
        y={FRAME.height - 2}
        textAnchor="middle"
        className="fill-ink-soft text-[13px]"
      >
        {labels.x}
      </text>
      <text
        transform={`translate(12 ${inner.floor / 2}) rotate(-90)`}
        textAnchor="middle"
        className="fill-ink-soft text-[13px]"
      >
        {labels.y}
      </text>
    </g>
  );
}

/** The value under the focus or the finger, also read to screen readers. */
export function ShownValue({ text }: { text: string | null }) {
  return (
    <p role="status" className="min-h-6 text-sm font-semibold print:hidden">
      {text}
    </p>
  );
}
