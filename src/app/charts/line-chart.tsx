import { line } from 'd3-shape';
import { Axes, ShownValue } from './axes.tsx';
import { along, FRAME, inner, upward } from './scales.ts';
import { useValues } from './use-values.ts';

type LineChartProps = {
  /** a value for each step; the first line is the one that is spoken of */
  values: readonly number[];
  before: readonly number[];
  labels: { x: string; y: string };
  format: (value: number) => string;
  textOf: (nr: number) => string;
  describedBy: string;
  title: string;
};

const place = line<number>();

/** Two lines over the same steps: now in ink, before dashed. */
export function LineChart({ values, before, labels, format, textOf, describedBy, title }: LineChartProps) {
  const length = Math.max(values.length, before.length);
  const [x, y] = [along(length - 1), upward([...values, ...before])];
  const path = (of: readonly number[]) =>
    place.x((_, nr) => x(nr)).y((value) => y(value))(of as number[]) ?? '';
  const nearest = (share: number) =>
    Math.round(((share * FRAME.width - FRAME.left) / inner.width) * (length - 1));
  const { shown, handlers } = useValues(length, nearest);
  return (
    <>
      <svg
        viewBox={`0 0 ${FRAME.width} ${FRAME.height}`}
        className="w-full touch-pan-y"
        role="img"
        // The arrow keys move between the values.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={title}
        aria-describedby={describedBy}
        {...handlers}
      >
        <Axes scale={y} labels={labels} format={format} />
        {x.ticks(6).map((nr) => (
          <text
            key={nr}
            x={x(nr)}
            y={inner.floor + 16}
            textAnchor="middle"
            className="fill-ink-soft text-[13px]"
            aria-hidden="true"
          >
            {nr}
          </text>
        ))}
        <path d={path(before)} className="fill-none stroke-stop" strokeWidth="3" strokeDasharray="6 5" />
        <path d={path(values)} className="fill-none stroke-ink" strokeWidth="3.5" strokeLinejoin="round" />
        {shown !== null && (
          <g aria-hidden="true">
            <line x1={x(shown)} x2={x(shown)} y1={FRAME.top} y2={inner.floor} className="stroke-ink-soft" />
            {[before, values].map(
              (of, nr) =>
                of[shown] !== undefined && (
                  <circle
                    key={nr}
                    cx={x(shown)}
                    cy={y(of[shown])}
                    r="6"
                    className="fill-bus stroke-ink"
                    strokeWidth="2"
                  />
                ),
            )}
          </g>
        )}
      </svg>
      <ShownValue text={shown === null ? null : textOf(shown)} />
    </>
  );
}
