import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { WhenRouterBreaks } from '#app/shell/broken-page.tsx';
import { markStarted } from '#app/first-load/failed-start.ts';
import { APP_ID } from '#app/shell/document-ids.ts';

const app = document.querySelector(`#${APP_ID}`);
if (!app) throw new Error('the page has no place for the application');
markStarted();

startTransition(() => {
  hydrateRoot(
    app,
    <StrictMode>
      <WhenRouterBreaks>
        <HydratedRouter />
      </WhenRouterBreaks>
    </StrictMode>,
  );
});
