import { useContext, useMemo, type ReactElement } from 'react';
import {
  Meta,
  Outlet,
  UNSAFE_FrameworkContext as FrameworkContext,
  UNSAFE_useScrollRestoration as useScrollRestoration,
} from 'react-router';
import { m } from '#i18n/messages.js';
import { BrokenPage } from './shell/broken-page.tsx';
import { InPlaceOfApplication } from './shell/document-part.ts';
import { Spinner } from './ui/spinner.tsx';
import type { Elements } from '#app/ui/elements.ts';

// Zod tries whether it may compile its schemas with `new Function`. The policy of our pages forbids that, and
// each try is reported as a breach of it. This runs before the first schema is made, and without loading Zod,
// which most pages do without.
Reflect.set(globalThis, '__zod_globalConfig', { jitless: true });

/**
 * React moves title and descriptions into the head; the server has written the first ones there. Until React
 * Router's own scripts are drawn, `Meta` leaves out every route but the root, and the browser draws none.
 */
function HeadOfPage() {
  const framework = useContext(FrameworkContext);
  const whole = useMemo(() => framework && { ...framework, isSpaMode: false }, [framework]);
  if (import.meta.env.SSR) return null;
  return (
    <FrameworkContext.Provider value={whole}>
      <Meta />
    </FrameworkContext.Provider>
  );
}

/** React Router's own component would draw a script, which Trusted Types refuse. */
function RestoredScroll() {
  useScrollRestoration();
  return null;
}

export function Layout({ children }: { children: Elements }) {
  const inPlace: ReactElement | undefined = useContext(InPlaceOfApplication);
  if (inPlace) return inPlace;
  return (
    <>
      <HeadOfPage />
      {children}
      <RestoredScroll />
    </>
  );
}

export default function App() {
  return <Outlet />;
}

export function HydrateFallback() {
  return (
    <div className="grid min-h-svh place-items-center">
      <Spinner label={m.shell_loading()} />
    </div>
  );
}

export function ErrorBoundary() {
  return <BrokenPage />;
}
