import { readFile } from 'node:fs/promises';
import type { Browser } from '@playwright/test';

// An address that does not exist: the route below answers every request for it.
const BLANK_PAGE = 'http://pdf.invalid/';
/** Chromium of the tests has no reader of its own; this is the one that unpdf brings along. */
const PDFJS = new URL(import.meta.resolve('unpdf/pdfjs'));

/** Draws every page of a PDF as a browser's reader does, and gives each as a PNG, `width` pixels wide. */
export async function picturePdf(browser: Browser, content: Uint8Array, width: number): Promise<Buffer[]> {
  const page = await browser.newPage();
  try {
    const reader = await readFile(PDFJS);
    await page.route(`${BLANK_PAGE}**`, (route) =>
      route.request().url().endsWith('.mjs')
        ? route.fulfill({ contentType: 'text/javascript', body: reader })
        : route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>PDF</title>' }),
    );
    await page.goto(BLANK_PAGE);
    const urls = await page.evaluate(drawPages, { base64: Buffer.from(content).toString('base64'), width });
    return urls.map((url) => Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'));
  } finally {
    await page.close();
  }
}

/** Runs in the page. */
async function drawPages({ base64, width }: { base64: string; width: number }): Promise<string[]> {
  const where = '/pdfjs.mjs';
  const { getDocument } = await import(where);
  const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const doc = await getDocument({ data, isEvalSupported: false, verbosity: 0 }).promise;
  const urls: string[] = [];
  for (let at = 1; at <= doc.numPages; at += 1) {
    const page = await doc.getPage(at);
    const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });
    const canvas = Object.assign(document.createElement('canvas'), {
      width: viewport.width,
      height: viewport.height,
    });
    await page.render({ canvas, canvasContext: canvas.getContext('2d'), viewport }).promise;
    urls.push(canvas.toDataURL('image/png'));
  }
  return urls;
}
