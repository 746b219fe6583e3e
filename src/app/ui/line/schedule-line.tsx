import { classNames } from '#app/ui/class-names.ts';
import { Icon } from '#app/ui/icon.tsx';
import { stateText, type Stop } from './stop.ts';

type ScheduleLineProps = {
  label: string;
  stops: readonly Stop[];
  /** shows the state in a word under each stop; without it only a screen reader hears it */
  showStates?: boolean;
  className?: string;
};

/** A vertical line whose stops are dates and amounts, or the moments of a request. */
export function ScheduleLine({ label, stops, showStates, className }: ScheduleLineProps) {
  return (
    <ol aria-label={label} className={classNames('schedule-line', className)}>
      {stops.map((stop) => (
        <li
          key={stop.key}
          aria-current={stop.state === 'now' ? 'step' : undefined}
          className={classNames('schedule-stop', stop.state === 'done' && 'is-passed')}
        >
          <span aria-hidden="true" className={classNames('stop stop-small', `stop-${stop.state}`)}>
            {stop.state === 'done' && <Icon name="check" className="size-3 [stroke-width:4]" />}
            {stop.state === 'trouble' && <Icon name="cross" className="size-3 [stroke-width:4]" />}
          </span>
          <span className="min-w-0 flex-1">
            <span className={classNames('block', stop.state === 'now' && 'font-bold')}>{stop.label}</span>
            {stop.detail && <span className="block text-sm text-ink-soft">{stop.detail}</span>}
            <span
              className={
                showStates
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
          </span>
          {stop.aside !== undefined && (
            <span className={classNames('figures text-right', stop.state === 'now' && 'font-bold')}>
              {stop.aside}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
