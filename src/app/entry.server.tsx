import type { ReactElement } from 'react';
import { renderToReadableStream } from 'react-dom/server';
import {
  createRequestHandler,
  Scripts,
  ServerRouter,
  type EntryContext,
  type ServerBuild,
} from 'react-router';
import callEarly from 'in-page:call-early';
import hearFailedStart from 'in-page:failed-start';
import markKnown from 'in-page:mark-known';
import startLater from 'in-page:start-later';
import { setPageReads, type PageRead } from './api/page-reads.ts';
import { Document, type Start } from './document.tsx';
import { callsOf } from './early-calls.ts';
import { callInPage } from './first-load/call-in-page.ts';
import { InPlaceOfApplication } from './shell/document-part.ts';
import { findPage, startsLater } from './site-map.ts';

async function render(router: ReactElement, inPlace?: ReactElement): Promise<string> {
  const body = await renderToReadableStream(
    <InPlaceOfApplication.Provider value={inPlace}>{router}</InPlaceOfApplication.Provider>,
  );
  await body.allReady;
  return new Response(body).text();
}

// Every page that is drawn by its scripts alone has the frame and, nearly always, the data client.
const FRAME = ['routes/layout', 'routes/data-layout'];

/** Addresses beside those that React Router preloads itself: its entry and the root. */
function codeOfFrame({ manifest: { entry, routes } }: EntryContext): string[] {
  const codeOf = (id: string): string[] => {
    const route = routes[id];
    if (!route) throw new Error(`no route ${id} in the manifest`);
    return [route.module, ...(route.imports ?? [])];
  };
  const preloaded = new Set([...entry.imports, ...codeOf('root')]);
  return [...new Set(FRAME.flatMap(codeOf))].filter((address) => !preloaded.has(address));
}

/**
 * In place of React Router's own entry. A page is sent whole. React in the browser draws an element of the
 * document, so the document and the application are rendered apart: React's ids count from the root. A
 * finished page keeps its scripts in a template until `startLater` runs them: text, style and font have the
 * line to themselves, and the largest paint comes in half the time.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const page = context.isSpaMode ? undefined : findPage(decodeURI(new URL(request.url).pathname));
  const whole = <ServerRouter context={context} url={request.url} />;
  // The stream can be read once, by the render that has React Router's scripts.
  const unstreamed = (
    <ServerRouter context={{ ...context, serverHandoffStream: undefined }} url={request.url} />
  );
  const application = await render(unstreamed);
  const later = page && startsLater(page);
  const start: Start = {
    early: [
      // The address of the request ends with a slash, the path of the page does not.
      ...(later ? [callInPage(markKnown)] : []),
      ...(page?.html === 'shell' ? [callInPage(callEarly, callsOf(page.path))] : []),
      callInPage(hearFailedStart),
    ],
    preloads: context.isSpaMode ? codeOfFrame(context) : [],
    ...(later && {
      later: { scripts: await render(whole, <Scripts />), start: callInPage(startLater, later) },
    }),
  };
  const html = await render(later ? unstreamed : whole, <Document application={application} start={start} />);
  headers.set('content-type', 'text/html');
  return new Response(html, { status, headers });
}

/**
 * A page with what the season says, as the build would have made it: the marks of the company stay open.
 * @param build  the server's side of the application, of which this file is a part
 * @param address  with its query
 */
export async function renderPage(
  build: ServerBuild,
  address: string,
  reads: readonly PageRead[],
): Promise<string> {
  setPageReads(reads);
  const url = new URL(address, 'http://portal');
  // React Router renders what the build has listed.
  const handle = createRequestHandler({ ...build, prerender: [decodeURI(url.pathname)] }, 'production');
  const answer = await handle(new Request(url));
  if (!answer.ok) throw new Error(`${address} was rendered with status ${answer.status}`);
  return answer.text();
}
