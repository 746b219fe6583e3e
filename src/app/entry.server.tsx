import { renderToReadableStream } from 'react-dom/server';
import { createRequestHandler, ServerRouter, type EntryContext, type ServerBuild } from 'react-router';
import { setPageReads, type PageRead } from '#app/api/page-reads.ts';

/** React Router's own entry, but for the stream: a page is sent whole, so it is rendered whole. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const body = await renderToReadableStream(<ServerRouter context={context} url={request.url} />);
  await body.allReady;
  headers.set('content-type', 'text/html');
  return new Response(body, { status, headers });
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
