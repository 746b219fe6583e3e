import { useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { readServerInfo } from '#modules/catalog/catalog.contract.ts';
import { useItems } from '#app/api/use-items.ts';
import { useAuth, useRight } from '#app/auth/use-auth.ts';
import { brand } from '#app/company/brand.ts';
import { LateDialog, latePart } from '#app/shell/late-part.tsx';
import { BusMark } from '#app/shell/logo.tsx';
import { companyName, sandboxFact } from '#app/shell/page-facts.ts';
import { useMoneyFacts } from '#app/shell/sandbox-banner.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Icon } from '#app/ui/icon.tsx';
import { AccountPart } from './account-part.tsx';
import type { FrameDialog } from './frame-dialogs.tsx';
import { useKeys } from './keys.ts';
import { Menu } from './menu.tsx';
import { useRowTrail } from './row-trail.ts';
import { useFreshCounts } from './use-waiting.ts';

/** Stands above the page and covers nothing (OF0.1). */
export function SandboxLine() {
  const fact = sandboxFact();
  const facts = useMoneyFacts();
  if (!fact || facts?.isReal) return null;
  return (
    <p
      role="status"
      data-money={fact}
      className="bg-bus px-3 py-1 text-center text-xs font-semibold text-ink print:hidden"
    >
      {facts?.movedTo ? m.office_sandbox_moved({ day: facts.movedTo }) : m.office_sandbox()}
    </p>
  );
}

function BrandLink() {
  // The document has the name of its load; the set-up may have named the company since.
  const [info] = useItems(readServerInfo, {}).data ?? [];
  return (
    <Link to="/" className="flex min-h-11 min-w-0 items-center gap-2 px-3 font-extrabold tracking-tight">
      <BusMark className="h-5 w-8 shrink-0" />
      <span className="truncate lg:hidden" aria-hidden="true">
        {brand.short_name}
      </span>
      <span className="max-lg:sr-only">{info?.company.name ?? companyName()}</span>
    </Link>
  );
}

// Dialogs are heavy, so they come with the first press of a button or a key.
const dialogs = latePart(async () => (await import('./frame-dialogs.tsx')).FrameDialogs);
const search = latePart(async () => (await import('../find/search-dialog.tsx')).SearchDialog);

type DialogsProps = {
  open?: FrameDialog;
  show: (dialog: FrameDialog | undefined) => void;
  takeEarly: () => string;
};

function Dialogs({ open, show, takeEarly }: DialogsProps) {
  const isSearch = open === 'search';
  const close = () => show(undefined);
  const title = open === 'keys' ? m.office_keys_title() : m.office_menu_open();
  return (
    <>
      {((open && !isSearch) || dialogs.here) && (
        <LateDialog part={dialogs} title={title} onClose={close}>
          {(FrameDialogs) => <FrameDialogs open={open} show={show} />}
        </LateDialog>
      )}
      {(isSearch || search.here) && (
        <LateDialog part={search} title={m.find_title()} onClose={close}>
          {(SearchDialog) => <SearchDialog open={isSearch} onClose={close} takeEarly={takeEarly} />}
        </LateDialog>
      )}
    </>
  );
}

/** The magnifier; below 1024 pixels without a text beside (OF2.1). */
function FindButton({ onFind, className }: { onFind: () => void; className: string }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onFind}
      onPointerEnter={() => void search.load()}
      className={classNames('flex min-h-11 cursor-pointer items-center gap-2 px-3', className)}
    >
      <Icon name="search" />
      <span className="max-lg:sr-only">{m.find_open()}</span>
    </button>
  );
}

/** Letters typed before the search is open, for the field of the search. */
function useEarlyKeys(isOpen: boolean) {
  const letters = useRef('');
  useEffect(() => {
    if (!isOpen) letters.current = '';
  }, [isOpen]);
  const keep = useCallback((letter: string) => {
    letters.current += letter;
  }, []);
  const takeEarly = useCallback(() => {
    const early = letters.current;
    letters.current = '';
    return early;
  }, []);
  return { onEarly: isOpen ? keep : undefined, takeEarly };
}

/** A column from 1024 pixels, a bar with a button for the menu below (OF0.3). */
export function Frame() {
  const { isReady } = useAuth();
  const [open, show] = useState<FrameDialog>();
  const mayFind = useRight('families');
  const showKeys = useCallback(() => show('keys'), []);
  const find = useCallback(() => show('search'), []);
  const { onEarly, takeEarly } = useEarlyKeys(open === 'search');
  useKeys({ showKeys, find: mayFind ? find : undefined, isBusy: open !== undefined, onEarly });
  useFreshCounts();
  useRowTrail();
  return (
    <>
      <header className="flex items-center gap-2 border-b border-hair bg-card lg:hidden print:hidden">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => show('menu')}
          className={classNames(
            'flex min-h-11 cursor-pointer items-center gap-2 px-4 font-bold',
            !isReady && 'invisible',
          )}
        >
          <Icon name="menu" />
          <span>{m.office_menu_open()}</span>
        </button>
        <BrandLink />
        {mayFind && <FindButton onFind={find} className="ml-auto min-w-11 justify-center" />}
      </header>
      <div className="hidden border-r border-hair lg:block print:hidden">
        {/* As tall as the window below the line of the sandbox; the column scrolls alone. */}
        <header className="sticky top-0 h-[calc(100svh-2rem)] overflow-y-auto px-2 py-4">
          <BrandLink />
          <div className={classNames('mt-3', !isReady && 'invisible')}>
            {mayFind && (
              <FindButton
                onFind={find}
                className="mx-1 mb-3 rounded-md border border-control bg-card text-ink-soft hover:border-ink"
              />
            )}
            <Menu />
            <AccountPart onKeys={showKeys} />
          </div>
        </header>
      </div>
      <Dialogs open={open} show={show} takeEarly={takeEarly} />
    </>
  );
}
