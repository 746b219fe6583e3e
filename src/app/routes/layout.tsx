import { useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useMatches } from 'react-router';
import { m } from '#i18n/messages.js';
import { giveUpSession } from '#app/auth/ended-session.ts';
import { withholdProof } from '#app/auth/recent-proof.ts';
import { WelcomeNotice } from '#app/accounts/welcome-notice.tsx';
import { safeSessionStorage } from '#app/api/storage.ts';
import { startSession } from '#app/auth/session.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { useEarlyActs } from '#app/shell/early-acts.ts';
import { Footer, linkClass } from '#app/shell/footer.tsx';
import { useFrameHeight, useFrameMode } from '#app/shell/frame-mode.ts';
import { Late, latePart } from '#app/shell/late-part.tsx';
import { LeaveGuard } from '#app/shell/leave-guard.tsx';
import { NavBar } from '#app/shell/nav-bar.tsx';
import { MissingPage, UnknownUser, WaitingForTurn } from '#app/shell/passing-trouble.tsx';
import { SandboxBanner } from '#app/shell/sandbox-banner.tsx';
import { Button } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import { Icon } from '#app/ui/icon.tsx';
import type { Elements } from '#app/ui/elements.ts';
import { mayBeFramed } from '#kit/pages/framed-pages.ts';
import { shownName } from '#kit/text/full-name.ts';

const PATIENCE_MS = 200;

/** True after `isOn` has held for a moment, because quick answers must not flicker. */
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
  /** waits for the session before showing the page: always, or at some addresses */
  needsSession?: boolean | ((address: { search: string }) => boolean);
  waitsInside?: boolean;
  waitsForUser?: boolean;
  /** fills the window from the start, so the footer does not jump */
  fillsWindow?: boolean;
  /** has a menu and a main part of its own with the notices of all pages, and no footer */
  hasOwnFrame?: boolean;
};

function useHandles(): Handle[] {
  return useMatches().flatMap((match) => (match.handle as Handle | undefined) ?? []);
}

function useNeedsSession(): boolean {
  const address = useLocation();
  return useHandles().some(({ needsSession: claim }) =>
    typeof claim === 'function' ? claim(address) : claim,
  );
}

/** A new page takes the focus, as after a load by the browser. */
function useFocusOnNewPage(): void {
  const { pathname } = useLocation();
  const lastPath = useRef(pathname);
  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  }, [pathname]);
}

// Forms and dialogs are heavy for a public page, so this part comes after the login and after the page.
const LOGIN_AGAIN_AFTER_MS = 2_000;
const logInAgain = latePart(async () => (await import('#app/accounts/log-in-again.tsx')).LogInAgain);

function EndedSession() {
  const { isAuthenticated, hasEnded } = useAuth();
  useEffect(() => {
    if (!isAuthenticated) return undefined;
    const timer = window.setTimeout(() => logInAgain.load().catch(() => undefined), LOGIN_AGAIN_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [isAuthenticated]);
  if (!hasEnded) return null;
  const leave = (
    <Button look="secondary" onClick={giveUpSession}>
      {m.account_ended_leave()}
    </Button>
  );
  return (
    <Late part={logInAgain} dialog={m.account_ended_title()} otherWay={leave}>
      {(LogInAgain) => <LogInAgain />}
    </Late>
  );
}

const proveAgain = latePart(async () => (await import('#app/accounts/prove-again.tsx')).ProveAgain);

/** Asks for the password during a call in need of a recent proof, over any page (H2). */
function RecentProof() {
  const { isProofAsked } = useAuth();
  if (!isProofAsked) return null;
  const cancel = (
    <Button look="secondary" onClick={withholdProof}>
      {m.account_proof_cancel()}
    </Button>
  );
  return (
    <Late part={proveAgain} dialog={m.account_proof_title()} otherWay={cancel}>
      {(ProveAgain) => <ProveAgain />}
    </Late>
  );
}

/** Replaces a page of an account in a frame, because the outer site could cover the page (H17). */
function OwnWindow() {
  const { pathname, search } = useLocation();
  return (
    <div className="mx-auto grid max-w-form gap-4 px-4 py-10 sm:px-8">
      <h1 className="text-xl font-extrabold sm:text-2xl">{m.shell_own_window_title()}</h1>
      <p>{m.shell_own_window()}</p>
      <p>
        <a className={linkClass} href={pathname + search} target="_blank" rel="noopener">
          {m.shell_open_own_window()}
        </a>
      </p>
    </div>
  );
}

function usePageStart(isReady: boolean): void {
  useEffect(() => void startSession(), []);
  useEffect(() => {
    if (isReady) delete document.documentElement.dataset.known;
  }, [isReady]);
  // React Router stores the scroll positions for the next page; the next page has read them by now.
  useEffect(() => safeSessionStorage.removeItem('react-router-scroll-positions'), []);
}

function useWaiting(isFramed: boolean) {
  const { isReady, isLoading, isUnsure, isAuthenticated } = useAuth();
  const needsUser = useNeedsSession();
  const handles = useHandles();
  const waitsForUser = handles.some((handle) => handle.waitsForUser);
  const isStarting = isLoading && !isReady;
  const isSlow = useIsSlow(isStarting);
  // A public page is the same for everybody and stays; only the corner of the bar changes (MA5).
  const isWaiting = needsUser ? !isReady : (waitsForUser || isFramed) && isSlow && isStarting;
  // The user is still unknown, so the page can be neither shown nor refused.
  const isHeldBack = isReady && needsUser && isUnsure && !isAuthenticated;
  const waitsInside = handles.some((handle) => handle.waitsInside);
  return { isWaiting, isHeldBack, waitsInside, isShown: (!isWaiting || waitsInside) && !isHeldBack };
}

function SkipLink() {
  return (
    <a
      href="#content"
      className="sr-only bg-bus p-3 font-bold text-ink focus:not-sr-only focus:absolute focus:z-50"
    >
      {m.shell_skip_to_content()}
    </a>
  );
}

type ContentProps = ReturnType<typeof useWaiting> & { isRefused: boolean };

function Content({ isRefused, isWaiting, isHeldBack, waitsInside, isShown }: ContentProps) {
  return (
    <>
      <UnknownUser isPage={isHeldBack} />
      {!isWaiting && <WelcomeNotice />}
      {isWaiting && !waitsInside && <Spinner label={m.shell_loading()} className="min-h-96" />}
      {isRefused ? <OwnWindow /> : isShown && <Outlet />}
    </>
  );
}

type MainProps = { fillsWindow: boolean; children: Elements };

function Main({ fillsWindow, children }: MainProps) {
  return (
    <main id="content" tabIndex={-1} className={classNames('flex-1', fillsWindow && 'min-h-svh')}>
      {children}
    </main>
  );
}

/** The frame of every page: bar, page, footer; in frame mode only the page (accounts.md §2). */
export default function AppLayout() {
  const { isReady } = useAuth();
  const { pathname } = useLocation();
  const handles = useHandles();
  const isFramed = useFrameMode();
  const isRefused = isFramed && !mayBeFramed(pathname);
  const waiting = useWaiting(isFramed);
  const hasOwnFrame = handles.some((handle) => handle.hasOwnFrame) && waiting.isShown && !isRefused;
  const fillsWindow = handles.some((handle) => handle.fillsWindow) && !isFramed;
  useFrameHeight(isFramed);
  useFocusOnNewPage();
  useEarlyActs();
  usePageStart(isReady);
  return (
    // A framed page is as tall as the content; with the height of the frame the page could only grow.
    <div className={classNames('flex flex-col', !isFramed && 'min-h-svh')}>
      <SkipLink />
      {!isFramed && !hasOwnFrame && <NavBar />}
      <ImpersonationBanner />
      {hasOwnFrame ? (
        <Outlet />
      ) : (
        <Main fillsWindow={fillsWindow}>
          <Content isRefused={isRefused} {...waiting} />
        </Main>
      )}
      {!isFramed && !hasOwnFrame && <Footer />}
      {!hasOwnFrame && <SandboxBanner />}
      <MissingPage />
      <WaitingForTurn />
      <LeaveGuard />
      <EndedSession />
      <RecentProof />
    </div>
  );
}

/** Names the account to impersonating staff on every page (U). */
function ImpersonationBanner() {
  const { isImpersonating, user } = useAuth();
  if (!isImpersonating || !user) return null;
  const name = shownName(user);
  return (
    <p role="status" className="border-b-2 border-amber bg-amber-wash py-2 text-ink print:hidden">
      <span className="mx-auto flex max-w-page gap-2.5 px-5 lg:px-8">
        <Icon name="eye" className="mt-0.5 text-amber" />
        <span className="min-w-0 break-words">{m.shell_impersonating({ name, email: user.email })}</span>
      </span>
    </p>
  );
}
