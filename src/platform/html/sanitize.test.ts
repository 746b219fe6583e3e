import { describe, expect, it } from 'vitest';
import { sanitize, sanitizeIfAny } from './sanitize.ts';

describe('a text that somebody typed', () => {
  it('keeps its headings, lists, tables and links', () => {
    const html =
      `<h2>Terms &amp; days</h2>` +
      `<ul><li>the driver's <a href="https://school.example/rules">rules</a></li></ul>` +
      '<table><tbody><tr><td>1–2</td></tr></tbody></table>';
    expect(sanitize(html)).toBe(html);
  });

  it('loses everything that could act or load', () => {
    const html =
      '<p onclick="x()">Hi<script>x()</script><img src="https://elsewhere.example/p.gif">' +
      '<iframe src="/"></iframe><a href="javascript:x()">there</a></p>';
    expect(sanitize(html)).toBe('<p>Hi<a>there</a></p>');
  });

  it('does not change once it is clean', () => {
    const once = sanitize('<p>a < b & c <b>bold</p> “quoted”');
    expect(sanitize(once)).toBe(once);
  });

  it('is none when nothing is left of it', () => {
    expect([sanitizeIfAny(null), sanitizeIfAny('<script>x()</script>')]).toEqual([null, null]);
  });
});
