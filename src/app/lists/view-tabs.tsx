import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import type { DeliveredView } from '#kit/list/list-view.ts';
import { useAllowed } from '#app/auth/use-auth.ts';
import { classNames } from '#app/ui/class-names.ts';

const addressOf = (query: Readonly<Record<string, string>>) => new URLSearchParams(query).toString();

const isSame = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>) => {
  const names = Object.keys({ ...one, ...other });
  return names.every((name) => (one[name] ?? '') === (other[name] ?? ''));
};

type Tab = { key: string; text: string; query: Readonly<Record<string, string>> };

type Props = {
  path: string;
  views: readonly DeliveredView[];
  /** the filters, words, sort and columns of the address */
  now: Readonly<Record<string, string>>;
};

/** The views of a list as links, the present one marked; without a matching view, none is. */
export function ViewTabs({ path, views, now }: Props) {
  const allowed = useAllowed(views);
  const tabs: Tab[] = [
    { key: 'all', text: m.list_view_all(), query: {} },
    ...allowed.map(({ key, label, query }) => ({ key, text: label(), query })),
  ];
  return (
    <nav aria-label={m.list_views()} className="mb-4 border-b-2 border-hair">
      <ul className="flex flex-wrap gap-x-1">
        {tabs.map(({ key, text, query }) => {
          const isNow = isSame(query, now);
          return (
            <li key={key}>
              <Link
                to={`${path}?${addressOf(query)}`}
                replace
                preventScrollReset
                aria-current={isNow ? 'true' : undefined}
                className={classNames(
                  '-mb-0.5 inline-flex min-h-11 items-center border-b-4 px-3 font-semibold',
                  isNow ? 'border-ink text-ink' : 'border-transparent text-ink-soft hover:text-ink',
                )}
              >
                <span className="wrap-anywhere">{text}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
