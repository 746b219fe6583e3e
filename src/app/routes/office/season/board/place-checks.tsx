import { m } from '#i18n/messages.js';
import { CHECK_SEVERITIES } from '#modules/catalog/checks/check.states.ts';
import { keyOf, SEVERITY_TITLES } from '#app/routes/office/season/checks/season-checks.tsx';
import { ObjectLink } from '#app/routes/office/season/object-link.tsx';
import { classNames } from '#app/ui/class-names.ts';
import type { StandingChecks } from './board-checks.ts';

type PlaceChecksProps = {
  checks: StandingChecks;
  /** names the place: a school, a program or a route */
  of: string;
};

/** The checks of a place on the board, the gravest first; each opens the field that mends it (SE1.6). */
export function PlaceChecks({ checks, of }: PlaceChecksProps) {
  const groups = CHECK_SEVERITIES.map((severity) => ({
    severity,
    some: checks.filter((check) => check.severity === severity),
  })).filter(({ some }) => some.length > 0);
  if (groups.length === 0) return null;
  return (
    <div
      role="group"
      aria-label={m.office_board_checks_of({ of })}
      className="my-2 grid gap-1 text-left text-sm"
    >
      {groups.map(({ severity, some }) => (
        <div key={severity}>
          <p className={classNames('font-semibold', severity === 'stop' && 'text-red')}>
            {SEVERITY_TITLES[severity]()}
          </p>
          <ul>
            {some.map((check) => (
              <li key={keyOf(check)}>
                <ObjectLink
                  kind={check.subject.kind}
                  id={check.subject.id}
                  field={check.field ?? undefined}
                  className="block py-1 underline underline-offset-4 wrap-anywhere"
                >
                  {check.text}
                </ObjectLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
