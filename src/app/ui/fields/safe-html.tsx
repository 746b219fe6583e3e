import { createElement, Fragment, useMemo, type ReactNode } from 'react';
import {
  ALLOWED_ATTRIBUTES,
  ALLOWED_SCHEMES,
  ALLOWED_TAGS,
  DROPPED_WITH_TEXT,
} from '#kit/text/allowed-html.ts';

const HERE = 'https://here.invalid';

/** A path of this site, or an address of an allowed scheme; `//elsewhere` is neither. */
function isAllowedLink(href: string): boolean {
  const url = URL.parse(href, HERE);
  if (!url || !ALLOWED_SCHEMES.includes(url.protocol.slice(0, -1))) return false;
  return url.origin === HERE || URL.canParse(href);
}

function attributesOf(element: Element, tag: string): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of ALLOWED_ATTRIBUTES[tag] ?? []) {
    const value = element.getAttribute(name);
    if (value !== null && (name !== 'href' || isAllowedLink(value))) kept[name] = value;
  }
  const { colspan, rowspan, ...rest } = kept;
  return { ...rest, ...(colspan && { colSpan: colspan }), ...(rowspan && { rowSpan: rowspan }) };
}

function nodesOf(parent: Node): ReactNode[] {
  return Array.from(parent.childNodes, (node, i) => {
    if (node instanceof Text) return node.data;
    if (!(node instanceof Element)) return null;
    const tag = node.localName;
    if (DROPPED_WITH_TEXT.includes(tag)) return null;
    const inner = nodesOf(node);
    // What is not allowed leaves its text in its place, as on the server.
    if (!ALLOWED_TAGS.includes(tag)) return createElement(Fragment, { key: i }, ...inner);
    return createElement(tag, { ...attributesOf(node, tag), key: i }, ...inner);
  });
}

/**
 * HTML that somebody is typing, before any server cleaned it. It is parsed into a document that runs and
 * loads nothing, and only elements of the allow-list are built anew from it: no typed HTML ever
 * enters the page.
 */
export function SafeHtml({ html, className }: { html: string; className?: string }) {
  const nodes = useMemo(() => nodesOf(new DOMParser().parseFromString(html, 'text/html').body), [html]);
  return <div className={className}>{nodes}</div>;
}
