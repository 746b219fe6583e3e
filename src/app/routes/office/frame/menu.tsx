import { useId } from 'react';
import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { useAllowed, useAuth, useRight } from '#app/auth/use-auth.ts';
import { sandboxFact } from '#app/shell/page-facts.ts';
import { useAddress } from '#app/shell/use-address.ts';
import { classNames } from '#app/ui/class-names.ts';
import type { Elements } from '#app/ui/elements.ts';
import {
  CLOCK,
  entryOf,
  GROUPS,
  MENU,
  REHEARSALS,
  SECURITY,
  type Group,
  type MenuEntry,
} from '#app/routes/office/menu.ts';
import { useWaiting } from './use-waiting.ts';

type EntryProps = { entry: MenuEntry; isHere: boolean; waiting: number; onGo?: () => void };

function Entry({ entry: { path, label }, isHere, waiting, onGo }: EntryProps) {
  return (
    <Link
      to={path}
      onClick={onGo}
      aria-current={isHere ? 'page' : undefined}
      className={classNames(
        'flex min-h-11 items-center justify-between gap-3 rounded-md border-l-4 px-3 lg:min-h-9',
        isHere
          ? 'border-bus bg-card font-bold text-ink'
          : 'border-transparent text-ink-soft hover:bg-sunk hover:text-ink',
      )}
    >
      <span>{label()}</span>
      {waiting > 0 && (
        <>
          <span aria-hidden="true" className="figures rounded-md bg-bus-wash px-2 text-sm font-bold text-ink">
            {waiting}
          </span>
          <span className="sr-only">{m.office_waiting({ n: waiting })}</span>
        </>
      )}
    </Link>
  );
}

/** Entries of the viewer; before the setup of a demanded second factor only one page answers (H2). */
function useShownEntries(): readonly MenuEntry[] {
  const { user } = useAuth();
  const isSandbox = !['test', 'no'].includes(sandboxFact());
  const mayRehearse = useRight('company');
  const entries = useAllowed(MENU);
  if (user?.needs_second_factor) return entries.filter(({ path }) => path === SECURITY);
  if (isSandbox) return entries;
  // Without a sandbox there is no clock to move.
  return entries.flatMap((entry) => {
    if (entry.path !== CLOCK) return [entry];
    return mayRehearse ? [{ ...entry, path: REHEARSALS }] : [];
  });
}

type GroupProps = { name: string; children: Elements };

function MenuGroup({ name, children }: GroupProps) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <p id={id} className="px-4 text-sm font-bold">
        {name}
      </p>
      <ul>{children}</ul>
    </div>
  );
}

/** @param props.onGo  called as the viewer follows a link */
export function Menu({ onGo }: { onGo?: () => void }) {
  // Prerendered addresses end with a slash, and a NavLink would not recognize the overview.
  const here = entryOf(useAddress().pathname);
  const shown = useShownEntries();
  const waiting = useWaiting();
  const groups = (Object.keys(GROUPS) as Group[])
    .map((group) => ({ group, entries: shown.filter((entry) => entry.group === group) }))
    .filter(({ entries }) => entries.length > 0);
  return (
    <nav aria-label={m.office_menu_label()} className="grid gap-3">
      {groups.map(({ group, entries }) => (
        <MenuGroup key={group} name={GROUPS[group]()}>
          {entries.map((entry) => (
            <li key={entry.path}>
              <Entry
                entry={entry}
                isHere={entry.label === here?.label}
                waiting={entry.count ? (waiting?.[entry.count] ?? 0) : 0}
                onGo={onGo}
              />
            </li>
          ))}
        </MenuGroup>
      ))}
    </nav>
  );
}
