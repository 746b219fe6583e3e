import type { ReactNode } from 'react';
import { renderToReadableStream } from 'react-dom/server';
import { createRequestHandler, ServerRouter, type EntryContext, type ServerBuild } from 'react-router';
import { APP_ID, DocumentPart } from '#app/shell/document-part.ts';
import { setPageReads, type PageRead } from '#app/api/page-reads.ts';

async function render(part: 'document' | 'application', app: ReactNode): Promise<string> {
  const body = await renderToReadableStream(
    <DocumentPart.Provider value={part}>{app}</DocumentPart.Provider>,
  );
  await body.allReady;
  return new Response(body).text();
}

/**
 * In place of React Router's own entry. A page is sent whole. React in the browser draws an element of the
 * document, so the document and the application are rendered apart: React's ids count from the root.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const whole = <ServerRouter context={context} url={request.url} />;
  const unstreamed = { ...context, serverHandoffStream: undefined };
  const [page, application] = await Promise.all([
    render('document', whole),
    render('application', <ServerRouter context={unstreamed} url={request.url} />),
  ]);
  const place = `<div id="${APP_ID}"></div>`;
  if (!page.includes(place)) throw new Error(`the document has no place for the application: ${request.url}`);
  headers.set('content-type', 'text/html');
  const html = page.replace(place, () => `<div id="${APP_ID}">${application}</div>`);
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
