import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { ScaleLinear } from 'd3-scale';
import type { Elements } from '#app/ui/elements.ts';
import { FRAME, inner } from './scales.ts';

/** What every chart says of itself. */
export type ChartTexts = {
  title: string;
  /** the id of the sentence that is read in place of the picture */
  describedBy: string;
  labels: { x: string; y: string };
  format: (value: number) => string;
  /** of the value under the focus or the finger */
  textOf: (nr: number) => string;
};

type AxesProps = Pick<ChartTexts, 'labels' | 'format'> & { scale: ScaleLinear<number, number> };

/** The lines and numbers of the value axis, and the names of both axes. */
function Axes({ scale, labels, format }: AxesProps) {
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

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

/**
 * The value of a chart that is shown: moved by arrow keys, Home and End, and by touch (RP1.7).
 * @param nearest  the number of the value at a place between 0 and 1 of the picture's width
 */
function useValues(length: number, nearest: (share: number) => number) {
  const [at, setAt] = useState<number | null>(null);
  const show = (nr: number) => setAt(Math.min(Math.max(nr, 0), length - 1));
  const shown = at === null || at >= length ? null : at;
  const showAt = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    show(nearest((event.clientX - box.left) / box.width));
  };
  return {
    shown,
    handlers: {
      onKeyDown: (event: KeyboardEvent) => {
        const step = STEPS[event.key];
        const jump = event.key === 'Home' ? 0 : event.key === 'End' ? length - 1 : undefined;
        if (step === undefined && jump === undefined) return;
        event.preventDefault();
        show(jump ?? (shown === null ? (step! > 0 ? 0 : length - 1) : shown + step!));
      },
      onPointerMove: showAt,
      onPointerDown: showAt,
      onPointerLeave: () => setAt(null),
      onBlur: () => setAt(null),
    },
  };
}

type ChartPictureProps = ChartTexts & {
  scale: ScaleLinear<number, number>;
  length: number;
  /** the number of the value at a share of the plot's width */
  nearest: (share: number) => number;
  /** @param shown  the number of the value under the focus or the finger */
  children: (shown: number | null) => Elements;
};

/** The picture with its axes; the arrow keys and the finger show a value, also read to screen readers. */
export function ChartPicture({ scale, length, nearest, children, ...texts }: ChartPictureProps) {
  const { title, describedBy, labels, format, textOf } = texts;
  const { shown, handlers } = useValues(length, (share) =>
    nearest((share * FRAME.width - FRAME.left) / inner.width),
  );
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
        <Axes scale={scale} labels={labels} format={format} />
        {children(shown)}
      </svg>
      <p role="status" className="min-h-6 text-sm font-semibold print:hidden">
        {shown === null ? null : textOf(shown)}
      </p>
    </>
  );
}
