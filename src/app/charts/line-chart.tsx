import { line } from 'd3-shape';
import { ChartPicture, type ChartTexts } from './chart-picture.tsx';
import { along, FRAME, inner, upward } from './scales.ts';

type LineChartProps = ChartTexts & {
  /** a value for each step; the first line is the one that is spoken of */
  values: readonly number[];
  before: readonly number[];
};

const place = line<number>();

/** Two lines over the same steps: now in ink, before dashed. */
export function LineChart({ values, before, ...texts }: LineChartProps) {
  const length = Math.max(values.length, before.length);
  const [x, y] = [along(length - 1), upward([...values, ...before])];
  const path = (of: readonly number[]) =>
    place.x((_, nr) => x(nr)).y((value) => y(value))(of as number[]) ?? '';
  const nearest = (share: number) => Math.round(share * (length - 1));
  return (
    <ChartPicture {...texts} scale={y} length={length} nearest={nearest}>
      {(shown) => (
        <>
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
        </>
      )}
    </ChartPicture>
  );
}
