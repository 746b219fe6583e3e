import { useRef, useState, createElement, Fragment, useMemo, type ReactNode } from 'react';
import { m } from '#i18n/messages.js';
import { richTextClass } from '#app/ui/rich-text.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import { trustedHtml } from '#app/ui/trusted-html.ts';
import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS, DROPPED_WITH_TEXT } from '#kit/text/allowed-html.ts';
import { isAllowedLink } from '#kit/text/allowed-link.ts';
import { controlClass, FormField } from './form-field.tsx';
import type { TextareaFieldProps } from './textarea-field.tsx';

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
    // A removed element leaves the text in place, as on the server.
    if (!ALLOWED_TAGS.includes(tag)) return createElement(Fragment, { key: i }, ...inner);
    return createElement(tag, { ...attributesOf(node, tag), key: i }, ...inner);
  });
}

/**
 * The document of the parser runs and loads nothing, and only allowed elements are built anew: typed HTML
 * never enters the page.
 */
function SafeHtml({ html, className }: { html: string; className?: string }) {
  const nodes = useMemo(
    () => nodesOf(new DOMParser().parseFromString(trustedHtml(html), 'text/html').body),
    [html],
  );
  return <div className={className}>{nodes}</div>;
}

type Pane = 'edit' | 'preview';

/** The open pane; an error opens the source, because nobody can correct a preview. */
function usePane(error: string | undefined, readText: () => string) {
  const [pane, setPane] = useState<Pane>('edit');
  const [shown, setShown] = useState('');
  const [seenError, setSeenError] = useState(error);
  if (error !== seenError) {
    setSeenError(error);
    if (error) setPane('edit');
  }
  function open(next: string): void {
    if (next === 'preview') setShown(readText());
    setPane(next as Pane);
  }
  return { pane, shown, open };
}

/**
 * The Preview pane is limited to the same elements as on the server (decision 20). Takes the properties of a
 * text area; 30 `rows` by default. Inside a form use `FormHtmlEditor`.
 */
export function HtmlEditorField({
  label,
  name,
  required,
  note,
  error,
  className,
  rows = 30,
  ...input
}: TextareaFieldProps) {
  const box = useRef<HTMLDivElement>(null);
  // Read from the box, for any owner of the text: React, a form library or the browser.
  const readText = () => box.current?.querySelector('textarea')?.value ?? '';
  const { pane, shown, open } = usePane(error, readText);
  return (
    <FormField
      {...{ label, name, required, note, error, className }}
      control={(described) => (
        <div ref={box}>
          <Tabs
            label={m.shell_editor_panes()}
            value={pane}
            onChange={open}
            tabs={[
              {
                value: 'edit',
                label: m.shell_editor_edit(),
                isKept: true,
                panel: (
                  <textarea
                    {...input}
                    {...described}
                    name={name}
                    rows={rows}
                    spellCheck
                    className={controlClass(error)}
                  />
                ),
              },
              { value: 'preview', label: m.shell_editor_preview(), panel: <Preview html={shown} /> },
            ]}
          />
        </div>
      )}
    />
  );
}

function Preview({ html }: { html: string }) {
  if (html.trim() === '') return <p className="text-ink-soft">{m.shell_editor_empty()}</p>;
  return (
    <div className="overflow-x-auto rounded-md border border-hair bg-card px-4 py-3">
      <SafeHtml html={html} className={richTextClass} />
    </div>
  );
}
