import type { ReactNode } from 'react';
import { m } from '#i18n/messages.js';

/** Passed, here, still to come, or something went wrong there. */
export type StopState = 'done' | 'now' | 'next' | 'trouble';

/** One stop of a line: a step of the wizard, a payment, a moment of a request. */
export type Stop = {
  key: string;
  label: ReactNode;
  state: StopState;
  /** a second line under the label */
  detail?: ReactNode;
  /** on the right of a vertical line: an amount */
  aside?: ReactNode;
  /** the word for the state, where "Done" or "To come" is not it: Paid, Scheduled */
  stateText?: string;
};

/** The state in a word, because the picture alone is not enough. */
export function stateText(stop: Stop): string {
  if (stop.stateText) return stop.stateText;
  return {
    done: m.shell_stop_done,
    now: m.shell_stop_now,
    next: m.shell_stop_next,
    trouble: m.shell_stop_trouble,
  }[stop.state]();
}
