import { m } from '#i18n/messages.js';
import { classNames } from '#app/ui/class-names.ts';
import { Icon } from '#app/ui/icon.tsx';
import { stateText, type Stop } from './stop.ts';

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

/** A horizontal line whose stops fill as the bus passes. On a phone only the current stop is named. */
export function ProgressLine({ label, stops, className }: ProgressLineProps) {
  const here = stops.findIndex((stop) => stop.state === 'now');
  const next = stops[here + 1];
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
        <p aria-hidden="true" className="mt-2 flex justify-between gap-4 text-sm sm:hidden">
          <span>
            <span className="text-ink-soft">{m.shell_step_of({ step: here + 1, steps: stops.length })} </span>
            <b>{stops[here]?.label}</b>
          </span>
          {next && (
            <span className="text-right text-ink-soft">
              {m.shell_next_step()} {next.label}
            </span>
          )}
        </p>
      )}
    </div>
  );
}
