import { Autocomplete } from '@base-ui/react/autocomplete';
import { keepPreviousData } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { useNavigate } from 'react-router';
import { m } from '#i18n/messages.js';
import { searchOffice, type FoundKind } from '#modules/office/lookup/lookup.contract.ts';
import { LoadFailed } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { useAllowed } from '#app/auth/use-auth.ts';
import { useSettled } from '#app/forms/use-settled.ts';
import { classNames } from '#app/ui/class-names.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { controlClass } from '#app/ui/fields/form-field.tsx';
import { foundItems, onlyExact, type FoundItem, type ItemGroup } from './found-items.ts';
import { findPages, PAGES } from './pages.ts';

const PAUSE_MS = 150;

const GROUP_TEXTS: Record<FoundKind | 'page', () => string> = {
  recent: m.find_group_recent,
  family: m.office_title_parents,
  student: m.list_title_students,
  order: m.list_title_orders,
  payment: m.find_group_payment,
  method: m.find_group_method,
  paper: m.find_group_paper,
  aid_code: m.find_group_aid_code,
  award: m.office_title_awards,
  route: m.find_group_route,
  school: m.office_title_schools,
  program: m.find_group_program,
  season: m.office_title_seasons,
  news: m.find_group_news,
  staff: m.office_title_staff,
  page: m.find_group_page,
};

/** The hits for a text; `isCurrent` is false for the hits of an earlier text (OF2.1). */
function useFound(typed: string) {
  const pages = useAllowed(PAGES);
  const asked = useSettled(typed, PAUSE_MS);
  const answer = useItems(
    searchOffice,
    { query: { q: asked } },
    // What a person has opened or looked for is not kept in the browser.
    { placeholderData: keepPreviousData, gcTime: 0, staleTime: 0, refetchOnWindowFocus: false },
  );
  // While an answer is on the way the hits of the text before stay, but not what was opened last.
  const known = (answer.data?.[0]?.groups ?? []).filter(({ kind }) => (kind === 'recent') === (typed === ''));
  const groups = foundItems(known, typed === '' ? [] : findPages(typed, pages));
  const isCurrent = asked === typed && answer.data !== undefined && !answer.isPlaceholderData;
  return { answer, groups, isCurrent };
}

type OnOpen = { onOpen: (item: FoundItem) => void };

function Row({ item, onOpen }: OnOpen & { item: FoundItem }) {
  return (
    <Autocomplete.Item
      value={item}
      onClick={() => onOpen(item)}
      className={classNames(
        'flex min-h-11 cursor-pointer scroll-my-2 flex-col justify-center rounded-md border-l-4 px-3 py-1',
        'border-transparent outline-none data-highlighted:border-bus data-highlighted:bg-sunk',
      )}
    >
      <span className={item.isAll ? 'underline underline-offset-4' : 'font-semibold wrap-anywhere'}>
        {item.title}
      </span>
      {item.detail !== '' && <span className="text-sm wrap-anywhere text-ink-soft">{item.detail}</span>}
    </Autocomplete.Item>
  );
}

function Groups({ onOpen }: OnOpen) {
  return (
    <Autocomplete.List aria-label={m.find_results()} className="mt-4 grid gap-4">
      {(group: ItemGroup) => (
        <Autocomplete.Group key={group.kind} items={group.items}>
          <Autocomplete.GroupLabel className="px-3 text-sm font-bold text-ink-soft">
            {GROUP_TEXTS[group.kind]()}
          </Autocomplete.GroupLabel>
          <Autocomplete.Collection>
            {(item: FoundItem) => <Row key={item.key} item={item} onOpen={onOpen} />}
          </Autocomplete.Collection>
        </Autocomplete.Group>
      )}
    </Autocomplete.List>
  );
}

/** The sentence in place of hits, read out beside hits too. */
function stateText(typed: string, n: number, isCurrent: boolean): string {
  if (!isCurrent) return m.find_searching();
  if (n > 0) return n === 1 ? m.find_one() : m.find_count({ n });
  return typed === '' ? m.find_nothing_opened() : m.find_nothing();
}

type FinderProps = {
  field: RefObject<HTMLInputElement | null>;
  onGo: () => void;
  /** letters typed before the field was there */
  takeEarly: () => string;
};

function Finder({ field, onGo, takeEarly }: FinderProps) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  /** the text for which Enter was pressed, perhaps before the answer */
  const [entered, setEntered] = useState<string>();
  const highlighted = useRef<FoundItem>(undefined);
  const text = typed.trim();
  const { answer, groups, isCurrent } = useFound(text);
  const open = useCallback(
    ({ path, kind, title }: FoundItem) => {
      setEntered(undefined);
      onGo();
      // The code of a printed contract stays out of the address (OF4.6).
      void navigate(path, kind === 'paper' ? { state: { code: title } } : undefined);
    },
    [navigate, onGo],
  );
  const wanted = isCurrent && entered === text ? onlyExact(groups) : undefined;
  useEffect(() => {
    if (wanted) open(wanted);
  }, [wanted, open]);
  const n = groups.reduce((sum, { items }) => sum + items.filter(({ isAll }) => !isAll).length, 0);
  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      items={groups}
      value={typed}
      itemToStringValue={({ title }: FoundItem) => title}
      onValueChange={(value, { reason }) => {
        // A press on a hit would put its title into the field.
        if (reason === 'item-press') return;
        setTyped(value);
        setEntered(undefined);
      }}
      onItemHighlighted={(item) => {
        highlighted.current = item;
      }}
    >
      <div className="sticky -top-5 z-10 -my-2 bg-card py-2 sm:-top-6">
        <Autocomplete.Input
          ref={field}
          aria-label={m.find_label()}
          placeholder={m.find_placeholder()}
          spellCheck={false}
          className={controlClass(undefined, 'min-h-11')}
          onFocus={() => {
            const early = takeEarly();
            setTyped((known) => known + early);
          }}
          onKeyDown={({ key, nativeEvent }) => {
            if (key === 'Enter' && !nativeEvent.isComposing && !highlighted.current) setEntered(text);
          }}
        />
      </div>
      {answer.isError ? (
        <div className="mt-4">
          <LoadFailed error={answer.error} onTryAgain={() => void answer.refetch()} />
        </div>
      ) : (
        <Autocomplete.Status className={n > 0 ? 'sr-only' : 'mt-4 text-ink-soft'}>
          {stateText(text, n, isCurrent)}
        </Autocomplete.Status>
      )}
      <Groups onOpen={open} />
    </Autocomplete.Root>
  );
}

type SearchDialogProps = { open: boolean; onClose: () => void; takeEarly: () => string };

/** One search for everything in the office, with the keyboard alone (OF2). */
export function SearchDialog({ open, onClose, takeEarly }: SearchDialogProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <Dialog open={open} onClose={onClose} title={m.find_title()} size="wide" initialFocus={field}>
      <Finder field={field} onGo={onClose} takeEarly={takeEarly} />
    </Dialog>
  );
}
