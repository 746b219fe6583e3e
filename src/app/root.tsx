import type { ReactNode } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import { m } from '#i18n/messages.js';
import fontUrl from './fonts/overpass-latin.woff2?url';
import { companyName, frameOrigins, sandboxFact, seasonFactsText } from './shell/page-facts.ts';
import { trustedHtml } from './ui/trusted-html.ts';
import { Spinner } from './ui/spinner.tsx';
import { brandStyles } from '#brand/brand-styles.ts';
import { brand } from './company/brand.ts';
import styleText from './app.css?inline';

// Zod tries whether it may compile its schemas with `new Function`. The policy of our pages forbids that, and
// each try is reported as a breach of it. This runs before the first schema is made, and without loading Zod,
// which most pages do without.
Reflect.set(globalThis, '__zod_globalConfig', { jitless: true });

// The style travels inside every page, so that the first paint waits for one answer only. The browser's
// own copy comes from there too, not from a second one in the JavaScript.
const style = import.meta.env.SSR
  ? styleText + brandStyles(brand)
  : (document.querySelector('style')?.textContent ?? '');

const trustedStyle = trustedHtml(style);

export function Layout({ children }: { children: ReactNode }) {
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
        <style dangerouslySetInnerHTML={{ __html: trustedStyle }} />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
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

/** Shown when a page fails unexpectedly: what happened, what is safe, what to do. */
function BrokenPage() {
  return (
    <main className="mx-auto max-w-form px-5 py-16">
      <h1 className="text-2xl font-extrabold">{m.shell_broken_title()}</h1>
      <p className="mt-3 max-w-read">{m.shell_broken_text()}</p>
      <p className="mt-6">
        <a href="/" className="inline-flex min-h-11 items-center rounded-md bg-ink px-5 font-bold text-white">
          {m.shell_go_home()}
        </a>
      </p>
    </main>
  );
}
