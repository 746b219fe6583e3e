import { useContext, useMemo } from 'react';
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  UNSAFE_FrameworkContext as FrameworkContext,
  UNSAFE_useScrollRestoration as useScrollRestoration,
} from 'react-router';
import { m } from '#i18n/messages.js';
import fontUrl from './fonts/overpass-latin.woff2?url';
import { BrokenPage } from './shell/broken-page.tsx';
import { APP_ID, DocumentPart } from './shell/document-part.ts';
import { companyName, frameOrigins, sandboxFact, seasonFactsText } from './shell/page-facts.ts';
import { buttonClass } from './ui/button.tsx';
import { Notice } from './ui/notice.tsx';
import { trustedHtml } from './ui/trusted-html.ts';
import { Spinner } from './ui/spinner.tsx';
import { FAILED_START_ID } from './first-load/failed-start.ts';
import { OLD_BROWSER_ID, OLD_BROWSER_SCRIPT } from '#kit/pages/old-browser.ts';
import { brandStyles } from '#brand/brand-styles.ts';
import { brand } from './company/brand.ts';
import { company } from './company/company.ts';
import styleText from './app.css?inline';
import type { Elements } from '#app/ui/elements.ts';

// Zod tries whether it may compile its schemas with `new Function`. The policy of our pages forbids that, and
// each try is reported as a breach of it. This runs before the first schema is made, and without loading Zod,
// which most pages do without.
Reflect.set(globalThis, '__zod_globalConfig', { jitless: true });

// The style travels inside every page, so that the first paint waits for one answer only.
const style = import.meta.env.SSR ? trustedHtml(styleText + brandStyles(brand)) : '';

/** Hidden; first-load/failed-start.ts shows it. Its link asks for the same page again. */
function FailedStart() {
  return (
    <div id={FAILED_START_ID} hidden className="fixed inset-x-0 top-0 z-30 mx-auto max-w-form p-3">
      <Notice tone="warning" role="alert" title={m.shell_start_failed_title()} className="shadow-raised">
        <p>{m.shell_start_failed()}</p>
        {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- an empty address is that of the page */}
        <a href="" className={buttonClass('secondary', 'mt-2', 'small')}>
          {m.shell_try_again()}
        </a>
      </Notice>
    </div>
  );
}

/** Hidden; its script shows it below the floor, in place of a page that needs more than reading. */
function OldBrowser() {
  return (
    <>
      <div id={OLD_BROWSER_ID} hidden className="mx-auto max-w-form px-5 py-8">
        <h2 className="text-xl font-bold">{m.shell_old_browser_title()}</h2>
        <p className="mt-3">{m.shell_old_browser()}</p>
        <p className="mt-3">
          <a className={buttonClass()} href={`tel:+1-${company.dispatch_phone}`}>
            {m.shell_old_browser_call({ phone: company.dispatch_phone })}
          </a>
        </p>
      </div>
      <script dangerouslySetInnerHTML={{ __html: trustedHtml(OLD_BROWSER_SCRIPT) }} />
    </>
  );
}

/** The document around the application: only the server renders it, once for each page. */
function Document() {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* The bearer token leaves nothing to forge; the specification names the header. */}
        <meta name="csrf-token" content="bearer" />
        <meta name="company-name" content={companyName()} />
        <meta name="season-facts" content={seasonFactsText()} />
        <meta name="frame-origins" content={frameOrigins()} />
        <meta name="sandbox" content={sandboxFact()} />
        <meta name="theme-color" content="#ffffff" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="preload" as="font" type="font/woff2" href={fontUrl} crossOrigin="anonymous" />
        <Meta />
        <Links />
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <div id={APP_ID} />
        <FailedStart />
        <OldBrowser />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

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
  if (useContext(DocumentPart) === 'document') return <Document />;
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
