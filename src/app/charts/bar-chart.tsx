import { ChartPicture, type ChartTexts } from './chart-picture.tsx';
import { fillOf, type Part } from './patterns.tsx';
import { bands, FRAME, inner, upward } from './scales.ts';

export type Bar = { key: string; label: string; values: readonly { part: Part; value: number }[] };

type BarChartProps = ChartTexts & {
  bars: readonly Bar[];
  patterns: string;
  /** the number of the bar before which a line is drawn: today */
  mark?: number;
};

/** Labels that fit beside each other. */
const MOST_LABELS = 8;

/** Bars of parts on top of each other, in patterns. */
export function BarChart({ bars, patterns, mark, ...texts }: BarChartProps) {
  const totals = bars.map(({ values }) => values.reduce((all, { value }) => all + Math.max(value, 0), 0));
  const [x, y] = [bands(bars.map(({ key }) => key)), upward(totals)];
  const step = Math.ceil(bars.length / MOST_LABELS);
  const nearest = (share: number) => Math.floor(share * bars.length);
  return (
    <ChartPicture {...texts} scale={y} length={bars.length} nearest={nearest}>
      {(shown) => (
        <>
          {bars.map(({ key, label, values }, nr) => {
            let below = 0;
            return (
              <g key={key} aria-hidden="true">
                {shown === nr && (
                  <rect
                    x={x(key)! - 3}
                    width={x.bandwidth() + 6}
                    y={FRAME.top}
                    height={inner.floor - FRAME.top}
                    className="fill-sunk"
                  />
                )}
                {values.map(({ part, value }) => {
                  const height = inner.floor - y(Math.max(value, 0));
                  below += height;
                  return (
                    height > 0 && (
                      <rect
                        key={part}
                        x={x(key)}
                        width={x.bandwidth()}
                        y={inner.floor - below}
                        height={height}
                        fill={fillOf(patterns, part)}
                        className="stroke-ink"
                      />
                    )
                  );
                })}
                {nr % step === 0 && (
                  <text
                    x={x(key)! + x.bandwidth() / 2}
                    y={inner.floor + 16}
                    textAnchor="middle"
                    className="fill-ink-soft text-[13px]"
                  >
                    {label}
                  </text>
                )}
              </g>
            );
          })}
          {mark !== undefined && bars[mark] && (
            <line
              x1={x(bars[mark].key)! + x.bandwidth() / 2}
              x2={x(bars[mark].key)! + x.bandwidth() / 2}
              y1={FRAME.top}
              y2={inner.floor}
              className="stroke-red"
              strokeDasharray="4 4"
              aria-hidden="true"
            />
          )}
        </>
      )}
    </ChartPicture>
  );
}
