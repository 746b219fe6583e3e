import type { ReactNode } from 'react';
import { m } from '#i18n/messages.js';
import { classNames } from '#app/ui/class-names.ts';
import { Icon } from '#app/ui/icon.tsx';

export type StopState = 'done' | 'now' | 'next' | 'trouble';

export type Stop = {
  key: string;
  label: ReactNode;
  state: StopState;
  detail?: ReactNode;
  aside?: ReactNode;
  /** the word for the state, in place of "Done" or "To come": Paid, Scheduled */
  stateText?: string;
};

/** The state in a word, because the picture alone is not enough. */
function stateText(stop: Stop): string {
  if (stop.stateText) return stop.stateText;
  return {
    done: m.shell_stop_done,
    now: m.shell_stop_now,
    next: m.shell_stop_next,
    trouble: m.shell_stop_trouble,
  }[stop.state]();
}

type ScheduleLineProps = {
  label: string;
  stops: readonly Stop[];
  /** shows the word of the state; without this only screen readers announce the state */
  showStates?: boolean;
  className?: string;
};

function SmallMark({ state }: { state: StopState }) {
  return (
    <span aria-hidden="true" className={classNames('stop stop-small', `stop-${state}`)}>
      {state === 'done' && <Icon name="check" className="size-3 [stroke-width:4]" />}
      {state === 'trouble' && <Icon name="cross" className="size-3 [stroke-width:4]" />}
    </span>
  );
}

function StateWord({ stop, isShown }: { stop: Stop; isShown: boolean | undefined }) {
  return (
    <span
      className={
        isShown
          ? classNames(
              'block text-sm font-semibold',
              stop.state === 'done' && 'text-green',
              stop.state === 'trouble' && 'text-red',
              (stop.state === 'now' || stop.state === 'next') && 'text-ink-soft',
            )
          : 'sr-only'
      }
    >
      {stateText(stop)}
    </span>
  );
}

export function ScheduleLine({ label, stops, showStates, className }: ScheduleLineProps) {
  return (
    <ol aria-label={label} className={classNames('schedule-line', className)}>
      {stops.map((stop) => (
        <li
          key={stop.key}
          aria-current={stop.state === 'now' ? 'step' : undefined}
          className={classNames('schedule-stop', stop.state === 'done' && 'is-passed')}
        >
          <SmallMark state={stop.state} />
          <span className="min-w-0 flex-1">
            <span className={classNames('block', stop.state === 'now' && 'font-bold')}>{stop.label}</span>
            <StateWord stop={stop} isShown={showStates} />
            {stop.detail && <span className="block text-sm text-ink-soft">{stop.detail}</span>}
          </span>
          {stop.aside !== undefined && (
            <span
              className={classNames(
                'figures text-right whitespace-nowrap',
                stop.state === 'now' && 'font-bold',
              )}
            >
              {stop.aside}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

type ProgressLineProps = { label: string; stops: readonly Stop[]; className?: string };

function Mark({ state }: { state: Stop['state'] }) {
  return (
    <span aria-hidden="true" className={classNames('stop', `stop-${state}`)}>
      {state === 'done' && <Icon name="check" className="size-3.5 [stroke-width:3.5]" />}
      {state === 'now' && <Icon name="bus" className="size-5" />}
      {state === 'trouble' && <Icon name="cross" className="size-3.5 [stroke-width:3.5]" />}
    </span>
  );
}

function Here({
  label,
  step,
  of,
  next,
}: {
  label: ReactNode;
  step: number;
  of: number;
  next: Stop | undefined;
}) {
  return (
    <p aria-hidden="true" className="mt-2 flex justify-between gap-4 text-sm sm:hidden">
      <span>
        <span className="text-ink-soft">{`${m.shell_step_of({ step, steps: of })} `}</span>
        <b>{label}</b>
      </span>
      {next && (
        <span className="text-right text-ink-soft">
          <span>{m.shell_next_step()}</span> <span>{next.label}</span>
        </span>
      )}
    </p>
  );
}

/** On a phone only the current stop is named. */
export function ProgressLine({ label, stops, className }: ProgressLineProps) {
  const here = stops.findIndex((stop) => stop.state === 'now');
  return (
    <div className={className}>
      <ol aria-label={label} className="progress-line flex">
        {stops.map((stop) => (
          <li
            key={stop.key}
            aria-current={stop.state === 'now' ? 'step' : undefined}
            className={classNames('progress-stop', stop.state === 'done' && 'is-passed')}
          >
            <Mark state={stop.state} />
            <span
              className={classNames(
                'progress-label',
                stop.state === 'now' ? 'font-bold text-ink' : 'text-ink-soft',
              )}
            >
              {stop.label}
            </span>
            <span className="sr-only">{`, ${stateText(stop)}`}</span>
          </li>
        ))}
      </ol>
      {here >= 0 && (
        <Here label={stops[here]?.label} step={here + 1} of={stops.length} next={stops[here + 1]} />
      )}
    </div>
  );
}
