import { Links, Meta, Scripts, ScrollRestoration } from 'react-router';
import { brandStyles } from '#brand/brand-styles.ts';
import { OLD_BROWSER_ID, OLD_BROWSER_SCRIPT } from '#kit/pages/old-browser.ts';
import { PAGE_MARKS } from '#kit/text/page-marks.ts';
import { m } from '#i18n/messages.js';
import { PAGE_READS_ID, pageReadsText } from './api/page-reads.ts';
import styleText from './app.css?inline';
import { brand } from './company/brand.ts';
import { company } from './company/company.ts';
import { FAILED_START_ID } from './first-load/failed-start.ts';
import fontUrl from './fonts/overpass-latin.woff2?url';
import { APP_ID, LATER_START_ID } from './shell/document-ids.ts';
import {
  companyName,
  frameOrigins,
  linesText,
  sandboxFact,
  schoolsText,
  seasonFactsText,
} from './shell/page-facts.ts';
import { buttonClass } from './ui/button.tsx';
import { Notice } from './ui/notice.tsx';

const html = (text: string) => ({ dangerouslySetInnerHTML: { __html: text } });

// The style travels inside every page, so that the first paint waits for one answer only.
const style = styleText + brandStyles(brand);

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
      <script {...html(OLD_BROWSER_SCRIPT)} />
    </>
  );
}

/** How the application of a page starts. */
export type Start = {
  /** scripts of the head, in order */
  early: readonly string[];
  /** addresses of code that the page needs beside its own */
  preloads: readonly string[];
  /** a finished page: the scripts of React Router, and the script that runs them later */
  later?: { scripts: string; start: string };
};

/**
 * The document around the application, rendered by the server alone, once for each page.
 * @param props.application  HTML
 */
export function Document({ application, start }: { application: string; start: Start }) {
  const { early, preloads, later } = start;
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* The bearer token leaves nothing to forge; the specification names the header. */}
        <meta name="csrf-token" content="bearer" />
        <meta name="company-name" content={companyName()} />
        <meta name="season-facts" content={seasonFactsText()} />
        <meta name="schools" content={schoolsText()} />
        <meta name="frame-origins" content={frameOrigins()} />
        <meta name="sandbox" content={sandboxFact()} />
        <meta name="pays" content={PAGE_MARKS.pays} />
        <meta name="theme-color" content="#ffffff" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="preload" as="font" type="font/woff2" href={fontUrl} crossOrigin="anonymous" />
        {preloads.map((href) => (
          <link key={href} rel="modulepreload" href={href} />
        ))}
        <Meta />
        <Links />
        <style {...html(style)} />
        <style {...html(linesText())} />
        {early.map((script) => (
          <script key={script} {...html(script)} />
        ))}
        <script id={PAGE_READS_ID} type="application/json" {...html(pageReadsText())} />
      </head>
      <body>
        <div id={APP_ID} {...html(application)} />
        <FailedStart />
        <OldBrowser />
        <ScrollRestoration />
        {later ? <template id={LATER_START_ID} {...html(later.scripts)} /> : <Scripts />}
        {later && <script {...html(later.start)} />}
      </body>
    </html>
  );
}
