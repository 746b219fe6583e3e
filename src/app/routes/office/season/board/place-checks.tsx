import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { CHECK_SEVERITIES } from '#modules/catalog/checks/check.states.ts';
import type { CheckAnswer } from '#modules/catalog/checks/checks.contract.ts';
import { keyOf, SEVERITY_TITLES } from '#app/routes/office/season/checks/season-checks.tsx';
import { ObjectLink } from '#app/routes/office/season/object-link.tsx';
import { openedObject } from '#app/routes/office/season/objects/use-opened-object.ts';
import { classNames } from '#app/ui/class-names.ts';
import type { StandingChecks } from './board-checks.ts';

type PlaceChecksProps = {
  checks: StandingChecks;
  /** names the place: a school, a program or a route */
  of: string;
};

const LINK = 'block py-1 underline underline-offset-4 wrap-anywhere';

/** A form opens over the board, whose filters stay; a long text has a page of its own. */
function MendLink({ check: { mend_path, text } }: { check: CheckAnswer }) {
  const [, search = ''] = mend_path.split('?');
  const opened = openedObject(new URLSearchParams(search));
  return opened ? (
    <ObjectLink {...opened} className={LINK}>
      {text}
    </ObjectLink>
  ) : (
    <Link to={mend_path} className={LINK}>
      {text}
    </Link>
  );
}

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
                <MendLink check={check} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
