import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import type { DeliveredView } from '#kit/list/list-view.ts';
import type { OfficeView } from '#modules/office/views/views.contract.ts';
import { useAllowed } from '#app/auth/use-auth.ts';
import { classNames } from '#app/ui/class-names.ts';

export type ViewQuery = Readonly<Record<string, string>>;

const addressOf = (query: ViewQuery) => new URLSearchParams(query).toString();

export const isSameQuery = (one: ViewQuery, other: ViewQuery): boolean =>
  Object.keys({ ...one, ...other }).every((name) => (one[name] ?? '') === (other[name] ?? ''));

type Tab = { key: string; text: string; query: ViewQuery; isNow: boolean };

type Props = {
  path: string;
  delivered: readonly DeliveredView[];
  kept: readonly OfficeView[];
  /** the kept view that is open */
  open: OfficeView | undefined;
  /** the filters, words, sort and columns of the address */
  now: ViewQuery;
};

/** The views of a list as links, the present one marked; without a matching view, none is. */
export function ViewTabs({ path, delivered, kept, open, now }: Props) {
  const allowed = useAllowed(delivered);
  const isNow = (query: ViewQuery) => !open && isSameQuery(query, now);
  const tabs: Tab[] = [
    { key: 'all', text: m.list_view_all(), query: {}, isNow: isNow({}) },
    ...kept.map((view) => ({
      key: String(view.id),
      text: view.name,
      query: { ...view.query, view: String(view.id) },
      isNow: view.id === open?.id,
    })),
    ...allowed.map(({ key, label, query }) => ({ key, text: label(), query, isNow: isNow(query) })),
  ];
  return (
    <nav aria-label={m.list_views()} className="mb-4 border-b-2 border-hair">
      <ul className="flex gap-x-1 max-md:overflow-x-auto md:flex-wrap">
        {tabs.map((tab) => (
          <li key={tab.key} className="min-w-0 max-md:shrink-0">
            <Link
              to={`${path}?${addressOf(tab.query)}`}
              replace
              preventScrollReset
              aria-current={tab.isNow ? 'true' : undefined}
              className={classNames(
                '-mb-0.5 inline-flex min-h-11 max-w-full items-center border-b-4 px-3 font-semibold',
                tab.isNow ? 'border-ink text-ink' : 'border-transparent text-ink-soft hover:text-ink',
              )}
            >
              <span className="wrap-anywhere">{tab.text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
