import { useState, type KeyboardEvent, type PointerEvent } from 'react';

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

/**
 * The value of a chart that is shown: moved by arrow keys, Home and End, and by touch (RP1.7).
 * @param nearest  the number of the value at a place between 0 and 1 of the picture's width
 */
export function useValues(length: number, nearest: (share: number) => number) {
  const [at, setAt] = useState<number | null>(null);
  const show = (nr: number) => setAt(Math.min(Math.max(nr, 0), length - 1));
  const shown = at === null || at >= length ? null : at;
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
      onPointerMove: (event: PointerEvent<SVGSVGElement>) => {
        const box = event.currentTarget.getBoundingClientRect();
        show(nearest((event.clientX - box.left) / box.width));
      },
      onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
        const box = event.currentTarget.getBoundingClientRect();
        show(nearest((event.clientX - box.left) / box.width));
      },
      onPointerLeave: () => setAt(null),
      onBlur: () => setAt(null),
    },
  };
}
