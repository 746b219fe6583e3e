import { useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useMatches } from 'react-router';
import { m } from '#i18n/messages.js';
import { startSession } from '#app/auth/session.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { Footer } from '#app/shell/footer.tsx';
import { useFrameHeight, useFrameMode } from '#app/shell/frame-mode.ts';
import { NavBar } from '#app/shell/nav-bar.tsx';
import { SandboxBanner } from '#app/shell/sandbox-banner.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import { Icon } from '#app/ui/icon.tsx';

const PATIENCE_MS = 200;

/** True once `isOn` has held for a moment, so that a quick answer makes no flicker. */
function useIsSlow(isOn: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isOn) {
      setSlow(false);
      return undefined;
    }
    const timer = window.setTimeout(() => setSlow(true), PATIENCE_MS);
    return () => window.clearTimeout(timer);
  }, [isOn]);
  return isSlow;
}

type Handle = {
  /** for signed-in people only, or must know who is here before it shows */
  needsSession?: boolean;
  /** fills the window from the start, so that the footer does not jump away from under what loads */
  fillsWindow?: boolean;
};

/** Whether a route of this page says so of itself in its `handle`. */
function useSays(claim: keyof Handle): boolean {
  return useMatches().some((match) => (match.handle as Handle | undefined)?.[claim]);
}

/** A new page is heard from its beginning: the focus goes to it, as it does when a browser loads one. */
function useFocusOnNewPage(): void {
  const { pathname } = useLocation();
  const lastPath = useRef(pathname);
  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  }, [pathname]);
}

/** The frame of every page: bar, page, footer; in frame mode only the page (accounts.md §2). */
export default function AppLayout() {
  const { isReady, isLoading } = useAuth();
  const needsUser = useSays('needsSession');
  const fillsWindow = useSays('fillsWindow');
  const isFramed = useFrameMode();
  useFrameHeight(isFramed);
  useFocusOnNewPage();
  useEffect(() => void startSession(), []);
  const isStarting = isLoading && !isReady;
  const isSlow = useIsSlow(isStarting);
  const isWaiting = needsUser ? !isReady : isSlow && isStarting;
  return (
    // In a frame the page is as tall as its content: as tall as the frame it could only ever grow.
    <div className={classNames('flex flex-col', !isFramed && 'min-h-svh')}>
      <a
        href="#content"
        className="sr-only bg-bus p-3 font-bold text-ink focus:not-sr-only focus:absolute focus:z-50"
      >
        {m.shell_skip_to_content()}
      </a>
      {!isFramed && <NavBar />}
      <ImpersonationBanner />
      <main
        id="content"
        tabIndex={-1}
        className={classNames('flex-1', fillsWindow && !isFramed && 'min-h-svh')}
      >
        {isWaiting ? <Spinner label={m.shell_loading()} className="min-h-96" /> : <Outlet />}
      </main>
      {!isFramed && <Footer />}
      <SandboxBanner />
    </div>
  );
}

/** Says on every page whose account it is that staff look at (U). */
function ImpersonationBanner() {
  const { isImpersonating, user } = useAuth();
  if (!isImpersonating || !user) return null;
  const name = `${user.first_name} ${user.last_name}`;
  return (
    <p role="status" className="border-b-2 border-amber bg-amber-wash py-2 text-ink print:hidden">
      <span className="mx-auto flex max-w-page gap-2.5 px-5 lg:px-8">
        <Icon name="eye" className="mt-0.5 text-amber" />
        <span className="min-w-0 break-words">{m.shell_impersonating({ name, email: user.email })}</span>
      </span>
    </p>
  );
}
